import type { Author } from '@clearframe/contract';
import { Link } from 'react-router';
import { Time } from '../../shared/ui/time.tsx';
import styles from '../ui/list.module.css';

/** Fails that count against somebody; nothing where there is none. */
export function StrikeList({ strikes }: Pick<Author, 'strikes'>) {
  if (strikes.list.length === 0) return null;
  return (
    <section className="card" aria-labelledby="strike-list-h">
      <div className="card-header">
        <h2 id="strike-list-h">Strikes</h2>
      </div>
      <ul className={styles.list}>
        {strikes.list.map(({ id, at, expires_at, media_id, label }) => (
          <li key={id} className={styles.item} data-slot="list-item">
            <span className="grow">
              <Link className={`${styles.title} link block`} to={`/dashboard/media/${media_id}`}>
                {label ?? 'Failed'}
              </Link>
              <small className="block">
                <Time at={at} as="date" /> · ends <Time at={expires_at} as="date" />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
