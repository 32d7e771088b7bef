import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../filters.module.css';

/** The two lists while they are loading. */
export function KeywordsSkeleton() {
  return (
    <div className="columns columns-1-1" aria-busy="true" role="status" aria-label="Loading keyword lists">
      {['forbidden', 'required'].map((list) => (
        <div className={`card ${styles.skeleton}`} key={list}>
          <Skeleton shape="title" />
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton shape="row" key={row} />
          ))}
        </div>
      ))}
    </div>
  );
}
