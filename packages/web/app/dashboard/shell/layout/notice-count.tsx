import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format/format.ts';
import { noticeCountsQuery } from '../notices/notice-counts-query.ts';
import styles from './nav.module.css';

/** How many notices wait for an answer; nothing where none does. */
export function NoticeCount() {
  const { data } = useQuery(noticeCountsQuery);
  if (!data?.open) return null;
  const { open, overdue } = data;
  return (
    <span className={styles.count} data-late={overdue > 0 || undefined}>
      {formatCount(open)}
      <span className="visually-hidden"> open{overdue > 0 ? `, ${formatCount(overdue)} late` : ''}</span>
    </span>
  );
}
