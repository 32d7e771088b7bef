import { type Notice, noticesEndpoints } from '@clearframe/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { kindWords, senderOf } from '../../shell/notices/notice-sender.ts';
import { NoticeTime } from '../../shell/notices/notice-time.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import styles from './notices-card.module.css';

/** So many are shown, those that are due first. */
const SHOWN = 3;

/** Open notices about one item. No live event tells of them. */
const itemNoticesQuery = (id: string) =>
  queryOptions({
    queryKey: keys.notices.about(id),
    queryFn: ({ signal }) =>
      call(noticesEndpoints.listNotices, { query: { status: 'open', media_id: id, limit: SHOWN }, signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  });

/** The card "Notices": what people outside say of an item, and until when it is to be answered. Nothing where nobody waits. */
export function NoticesCard({ id }: { id: string }) {
  const read = useQuery(itemNoticesQuery(id));
  const mayDecide = useMay('notices.decide') !== false;
  if (!read.data && !read.isError) return null;
  const { notices, pagination } = read.data ?? { notices: [], pagination: { total: 0 } };
  if (read.data && notices.length === 0) return null;
  const more = pagination.total - notices.length;
  return (
    <section className="card" aria-labelledby="reported-h">
      <div className="card-header">
        <h2 id="reported-h">Notices</h2>
      </div>
      <div className="card-body stack-5">
        {notices.map((notice) => (
          <Reported key={notice.id} notice={notice} mayDecide={mayDecide} />
        ))}
        {more > 0 ? <p className="muted">{more} more in Notices.</p> : null}
        {read.data ? null : (
          <p className={fieldStyles.error} data-slot="field-error" role="alert">
            Could not load the notices.
            <Button kind="ghost" size="small" busy={read.isFetching} onClick={() => void read.refetch()}>
              Try again
            </Button>
          </p>
        )}
      </div>
    </section>
  );
}

function Reported({ notice, mayDecide }: { notice: Notice; mayDecide: boolean }) {
  const { id, number, kind, due_at, explanation } = notice;
  return (
    <div className={styles.reported}>
      <p className={styles.head}>
        <span className="breakable">
          <bdi>
            <b>{senderOf(notice)}</b>
          </bdi>
          <span className="muted"> · {kindWords[kind]}</span>
        </span>
        <NoticeTime dueAt={due_at} />
      </p>
      <blockquote className={styles.quote} dir="auto">
        {explanation}
      </blockquote>
      <Link className="link" to={`/dashboard/notices/${id}`}>
        {mayDecide ? 'Answer it' : 'Open it'}
        <span className="visually-hidden"> notice {number}</span>
      </Link>
    </div>
  );
}
