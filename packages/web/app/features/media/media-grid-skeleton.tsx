import { limits } from '@clearframe/contract';
import { Skeleton } from '../../ui/skeleton.tsx';

const cards = Array.from({ length: limits.mediaPageSize }, (_, index) => index);

/** The grid of Content Review while it is fetched, in its final geometry. */
export function MediaGridSkeleton() {
  return (
    <section className="grid" aria-busy="true" aria-label="Loading media">
      {cards.map((card) => (
        <div className="mc" key={card}>
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
