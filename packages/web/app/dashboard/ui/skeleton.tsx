import styles from './skeleton.module.css';

const shapes = {
  print: styles.print,
  title: styles.title,
  badge: styles.badge,
  line: styles.line,
  row: styles.row,
  block: styles.block,
} as const;

/** A grey piece in the geometry of what is loading. Put `aria-busy` and a label on the region around it. */
export function Skeleton({ shape }: { shape: keyof typeof shapes }) {
  return <div className={`${styles.skeleton} ${shapes[shape]}`} data-slot="skeleton" aria-hidden="true" />;
}
