import type { MediaUpload } from '@clearframe/contract';
import { Link } from 'react-router';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { VerdictBadge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { titleOf } from '../../shared/verdict/verdict.ts';
import styles from '../ui/list.module.css';

/** The newest items; flagged ones stay veiled here, the detail page reveals. */
export function RecentContent({ items }: { items: readonly MediaUpload[] }) {
  return (
    <section className="card">
      <div className="card-header">
        <h2>Recent content</h2>
        <Link className="link" to="/dashboard/media">
          View all
        </Link>
      </div>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>
            <Link className={styles.item} data-slot="list-item" to={`/dashboard/media/${item.id}`}>
              <MediaShot media={item} size="small" pill={false} />
              <span className="grow">
                <span className={`${styles.title} truncate block`}>{titleOf(item)}</span>
                <small className="truncate block">
                  {item.originalFilename} · <Time at={item.createdAt} />
                </small>
              </span>
              <VerdictBadge item={item} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
