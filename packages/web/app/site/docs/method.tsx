import styles from './method.module.css';

const methodLooks: Record<string, string | undefined> = { GET: styles.get, DELETE: styles.delete };

/** The word of a method in its colour. */
export function Method({ name }: { name: string }) {
  return <span className={`${styles.method} ${methodLooks[name] ?? ''}`}>{name}</span>;
}
