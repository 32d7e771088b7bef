import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format/format.ts';
import { everyCountQuery } from './media-counts-query.ts';
import styles from './nav.module.css';

/** How many items wait for a person; nothing where none does. */
export function QueueCount() {
  const { data } = useQuery(everyCountQuery);
  if (!data?.counts.undecided) return null;
  return (
    <span className={styles.count}>
      {formatCount(data.counts.undecided)}
      {data.capped ? '+' : ''}
      <span className="visually-hidden"> to decide</span>
    </span>
  );
}
