import { noticeCountEndpoints } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { formatCount } from '../../../shared/format/format.ts';
import styles from './nav.module.css';

/** Notices come from outside, and no live event tells of them. */
const LOOK_AGAIN_MS = 60_000;

/** How many notices wait for an answer; nothing where none does. */
export function NoticeCount() {
  const { data } = useQuery({
    queryKey: keys.notices.counts,
    queryFn: async ({ signal }) => (await call(noticeCountEndpoints.countNotices, { signal })).notice_counts,
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (!data?.open) return null;
  const { open, overdue } = data;
  return (
    <span className={styles.count} data-late={overdue > 0 || undefined}>
      {formatCount(open)}
      <span className="visually-hidden"> open{overdue > 0 ? `, ${formatCount(overdue)} late` : ''}</span>
    </span>
  );
}
