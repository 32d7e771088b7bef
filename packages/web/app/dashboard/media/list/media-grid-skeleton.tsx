import { limits } from '@clearframe/contract';
import styles from '../../ui/media-card.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';

const cards = Array.from({ length: limits.mediaPageSize }, (_, index) => index);

/** The grid of Content Review while it is fetched, in its final geometry. */
export function MediaGridSkeleton() {
  return (
    <section className={styles.grid} aria-busy="true" aria-label="Loading media">
      {cards.map((card) => (
        <div className={styles.mediaCard} data-slot="media-card" key={card}>
          <Skeleton shape="print" />
          <div className="row between">
            <Skeleton shape="title" />
            <Skeleton shape="badge" />
          </div>
          <Skeleton shape="line" />
        </div>
      ))}
    </section>
  );
}
