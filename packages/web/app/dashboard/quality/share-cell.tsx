import type { CountedShare } from '@clearframe/contract';
import { IntervalBar } from './interval-bar.tsx';
import styles from './quality.module.css';
import { countedWords, shareWord } from './quality-labels.ts';

/** A share in a table: the figure, its count and range in words, and both as a drawing. */
export function ShareCell({ of }: { of: CountedShare }) {
  return (
    <div className={styles.share}>
      {of.estimate ? <b className="figures">{shareWord(of.estimate.share)}</b> : null}
      <small>{countedWords(of)}</small>
      <IntervalBar estimate={of.estimate} />
    </div>
  );
}
