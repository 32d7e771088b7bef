import type { Author } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Time } from '../../shared/ui/time.tsx';
import { labelsQuery } from '../shell/reasons/labels-query.ts';
import styles from '../ui/list.module.css';

/** Fails that count against somebody; nothing where there is none. */
export function StrikeList({ strikes }: Pick<Author, 'strikes'>) {
  const labels = useQuery({ ...labelsQuery, enabled: strikes.list.length > 0 }).data;
  if (strikes.list.length === 0) return null;
  const nameOf = (key: string) => labels?.find((label) => label.key === key)?.name ?? key;
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
                {label === null ? 'Failed' : nameOf(label)}
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
