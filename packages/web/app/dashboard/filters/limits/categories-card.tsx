import { analyserCoverage, type Category, categoryNames, type ScoreCounts, type Threshold } from '@clearframe/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { LimitRow } from './limit-row.tsx';
import styles from './limits.module.css';
import { MissingCard } from './missing-card.tsx';

type CategoriesCardProps = {
  scores: UseQueryResult<ScoreCounts>;
  limits: Readonly<Record<Category, Threshold>>;
  saved: Readonly<Record<Category, Threshold>>;
  readOnly: boolean;
  onChange: (category: Category, limit: Threshold) => void;
  onResetAll: () => void;
};

/** Without a score of the account, those of the built-in analyser come first. */
const builtIn: readonly Category[] = analyserCoverage['built-in'].pictures;

/** The categories with scores as rows of bars, and folded below them all others. */
export function CategoriesCard({ scores, limits, saved, readOnly, onChange, onResetAll }: CategoriesCardProps) {
  const counts = scores.data?.categories ?? {};
  const isKnown = scores.data !== undefined && Object.keys(counts).length > 0;
  const checked = categoryNames.filter((name) => (isKnown ? counts[name] !== undefined : builtIn.includes(name)));
  const missing = categoryNames.filter((name) => !checked.includes(name));
  const row = (name: Category) => (
    <LimitRow
      key={name}
      category={name}
      limit={limits[name]}
      saved={saved[name]}
      counts={counts[name]}
      readOnly={readOnly}
      onChange={onChange}
    />
  );
  return (
    <>
      <section className="card" aria-labelledby="limits">
        <div className="card-header">
          <h2 id="limits">What is checked today</h2>
          {readOnly ? null : (
            <div className="row">
              <span className={`dim fine ${styles.keys}`}>Arrow keys move a handle by 0.01, Shift by 0.10</span>
              <Button kind="ghost" size="small" onClick={onResetAll}>
                Reset all to default
              </Button>
            </div>
          )}
        </div>
        <Notice scores={scores} isKnown={isKnown} />
        <ul className={styles.rows}>{checked.map(row)}</ul>
      </section>
      {missing.length === 0 ? null : (
        <MissingCard missing={missing} isKnown={isKnown}>
          {missing.map(row)}
        </MissingCard>
      )}
    </>
  );
}

/** Why rows have no bars. */
function Notice({ scores, isKnown }: Pick<CategoriesCardProps, 'scores'> & { isKnown: boolean }) {
  if (scores.data === undefined)
    return (
      <div className={styles.notice}>
        <LoadFault title="Could not load your scores" query={scores} />
      </div>
    );
  return isKnown ? null : (
    <div className={`row between wrap ${styles.notice}`}>
      <p className="muted">No scores yet. Each checked picture adds one to the bars. You can set limits before that.</p>
      <LinkButton size="small" to="/dashboard/upload">
        Upload Media
      </LinkButton>
    </div>
  );
}
