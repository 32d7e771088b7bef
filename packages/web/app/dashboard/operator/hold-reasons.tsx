import { Time } from '../../shared/ui/time.tsx';
import styles from './operator.module.css';

/** How the server keeps each change of a hold, in one text: `held 2026-11-30T10:00:00.000Z: case 7; released …`. */
const change = /(?:^|; )(held|released) (\d{4}-\d{2}-\d{2}T[\d:.]+Z): /;
const words: Record<string, string> = { held: 'Held', released: 'Released' };

/** Why an item was held, and whatever was said of it before, the newest first. */
export function HoldReasons({ reasons }: { reasons: string }) {
  const parts = reasons.split(change).slice(1);
  if (parts.length === 0) return reasons;
  const changes = Array.from({ length: parts.length / 3 }, (_, n) => parts.slice(n * 3, n * 3 + 3)).reverse();
  return (
    <ul className={styles.reasons}>
      {changes.map(([word = '', at = '', reason = '']) => (
        <li key={at}>
          {reason}{' '}
          <small className="dim">
            {words[word]} <Time at={at} as="dateTime" />
          </small>
        </li>
      ))}
    </ul>
  );
}
