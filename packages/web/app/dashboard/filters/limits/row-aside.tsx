import { type Category, categories, type Threshold } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import { changedFrom } from './limit-words.ts';
import styles from './limits.module.css';
import { countAt } from './score-bars.ts';
import { limitWhenOn } from './switch-on.ts';

/** A category with its limits and scores. */
export type LimitFacts = {
  category: Category;
  limit: Threshold;
  /** As it is saved. */
  saved: Threshold;
  /** Its scores by hundredths; undefined = none are known. */
  counts: readonly number[] | undefined;
  readOnly: boolean;
};

type RowAsideProps = LimitFacts & {
  numbers: { id: string; isOpen: boolean; onToggle: () => void };
  /** A limit was switched on. */
  onSet: (limit: Threshold, which: 'review' | 'flag') => void;
  onReset: () => void;
};

/** Beside the bars: what changed, how many scores each limit takes, and what can be switched. */
export function RowAside({ category, limit, saved, counts, readOnly, numbers, onSet, onReset }: RowAsideProps) {
  const { label, ...usual } = categories[category];
  const changed = changedFrom(saved, limit);
  const isUsual = limit.review === usual.review && limit.flag === usual.flag;
  const missing = limit.review === null ? 'review' : limit.flag === null ? 'flag' : null;
  return (
    <div className={styles.aside}>
      {changed === null ? null : (
        <p>
          <b className={styles.changed}>Changed</b> {changed}
        </p>
      )}
      <Counts limit={limit} counts={counts} />
      <p className={styles.links}>
        {readOnly || missing === null ? null : (
          <button
            type="button"
            className="link"
            aria-label={`${label}: ${switchWords(limit).toLowerCase()}`}
            onClick={() => onSet({ ...limit, [missing]: limitWhenOn(category, missing, limit) }, missing)}
          >
            {switchWords(limit)}
          </button>
        )}
        <button
          type="button"
          className="link"
          aria-expanded={numbers.isOpen}
          aria-controls={numbers.isOpen ? numbers.id : undefined}
          aria-label={`${label}: numbers`}
          onClick={numbers.onToggle}
        >
          Numbers
        </button>
        {readOnly || isUsual ? null : (
          <button type="button" className="link" aria-label={`Reset ${label} to default`} onClick={onReset}>
            Reset
          </button>
        )}
      </p>
    </div>
  );
}

/** What the limit that is off would do. */
function switchWords({ review, flag }: Threshold): string {
  if (review !== null) return 'Let it flag';
  return flag === null ? 'Set one' : 'Ask a person too';
}

function Counts({ limit, counts }: { limit: Threshold; counts: readonly number[] | undefined }) {
  if (limit.review === null && limit.flag === null) return <p>No limit set</p>;
  if (!counts) return null;
  const { review, flagged, isExact } = countAt(counts, limit);
  return (
    <p>
      {isExact ? null : 'About '}
      {review === null ? null : (
        <>
          <b className="strong">{formatCount(review)}</b> to review
        </>
      )}
      {review === null || flagged === null ? null : ', '}
      {flagged === null ? null : (
        <>
          <b className="strong">{formatCount(flagged)}</b> flagged
        </>
      )}
    </p>
  );
}
