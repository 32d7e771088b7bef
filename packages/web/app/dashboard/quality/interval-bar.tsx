import type { ShareEstimate } from '@clearframe/contract';
import styles from './quality.module.css';

/** A share as a point on a line from 0 to 100 %, and its interval as a band around it. The figures stand beside it. */
export function IntervalBar({ estimate }: { estimate: ShareEstimate | null }) {
  if (!estimate) return null;
  const { share, low, high } = estimate;
  return (
    <svg className={styles.interval} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <line className={styles.axis} x1="0" x2="100" y1="6" y2="6" />
      <rect className={styles.band} x={low * 100} y="3" width={Math.max(0.75, (high - low) * 100)} height="6" />
      <line className={styles.point} x1={share * 100} x2={share * 100} y1="0" y2="12" />
    </svg>
  );
}
