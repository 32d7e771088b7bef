import { initials } from '../../../shared/format/format.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { useIsHeld } from '../queue/use-holds.ts';
import styles from './held-mark.module.css';

/** In the bar, while others are told that this person looks at the item. */
export function HeldMark({ id }: { id: string }) {
  const { name } = useUser();
  return useIsHeld(id) ? <HeldFor name={name} /> : null;
}

/** @param name of the person who looks */
export function HeldFor({ name }: { name: string }) {
  return (
    <span
      className={styles.held}
      title="Others see that you are looking. It is free again when you decide, leave, or are idle for 2 minutes."
    >
      <span className={styles.initials} aria-hidden="true">
        {initials(name)}
      </span>
      Held for you
    </span>
  );
}
