import { Flag } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import styles from './score-bar.module.css';

type ScoreBarProps = {
  label: string;
  /** Likelihood 0…1. */
  score: number;
  /** Where the flag line is drawn; null or absent: no line, it is never invented. */
  flagAt?: number | null | undefined;
  /** The category that flagged the item. */
  flagged?: boolean;
};

/** One category: name, bar, value to two places. The bar repeats the number, so it is hidden from screen readers. */
export function ScoreBar({ label, score, flagAt, flagged = false }: ScoreBarProps) {
  return (
    <div className={`${styles.scoreBar}${flagged ? ` ${styles.flagged}` : ''}`} data-slot="score-bar">
      <span>
        {flagged ? <Icon of={Flag} filled /> : null}
        {label}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <progress max={1} value={score} />
        {typeof flagAt === 'number' ? (
          <svg aria-hidden="true" className={styles.flagLine} width="100%" height="100%">
            <line x1={`${flagAt * 100}%`} x2={`${flagAt * 100}%`} y1="0" y2="100%" />
          </svg>
        ) : null}
      </span>
      <span className="figures">{score.toFixed(2)}</span>
    </div>
  );
}
