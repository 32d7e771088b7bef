import { limits, type Notice } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { FileQuestionMark, MailCheck } from 'lucide-react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { LinkButton } from '../../shared/ui/button.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NoticeDetail } from './notice-detail.tsx';
import { NoticeList } from './notice-list.tsx';
import { noticesQuery } from './notice-queries.ts';
import { NoticeTabs } from './notice-tabs.tsx';
import styles from './notices.module.css';
import { besideIn, type NoticesView, noticesAddress, noticesViewOf } from './notices-address.ts';
import { ReportFormButton } from './report-form-button.tsx';
import { useNoticeKeys } from './use-notice-keys.ts';

/** Notices: what people outside write about items, each with a deadline. */
export function NoticesPage({ id }: { id: string | undefined }) {
  const [search] = useSearchParams();
  const view = noticesViewOf(search);
  const notices = useQuery(noticesQuery(view));
  const mayManage = useMay('trust.manage') === true;
  const isLoading = notices.isPending || notices.isPlaceholderData;
  return (
    <>
      {mayManage ? <ReportFormButton /> : null}
      <NoticeTabs current={view.tab} />
      {notices.isError && !notices.data ? <LoadFault title="Failed to load notices" query={notices} /> : null}
      {isLoading ? (
        <section className={styles.inbox} aria-busy="true" aria-label="Loading notices">
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </section>
      ) : null}
      {notices.data && !isLoading ? (
        <Inbox view={view} id={id} notices={notices.data.notices} total={notices.data.pagination.total} />
      ) : null}
    </>
  );
}

type InboxProps = { view: NoticesView; id: string | undefined; notices: readonly Notice[]; total: number };

/** The list, and beside it one notice. The address names that one, so it stays while others come and go. */
function Inbox({ view, id, notices, total }: InboxProps) {
  const navigate = useNavigate();
  const ids = notices.map((notice) => notice.id);
  const hasKeys = useNoticeKeys((step) => {
    const to = besideIn(ids, id, step);
    if (to === null) return;
    // A screen reader hears which one is shown.
    document.getElementById(to)?.focus();
    void navigate(noticesAddress(view, to));
  });
  const [first] = ids;
  if (id === undefined && first !== undefined) return <Navigate replace to={noticesAddress(view, first)} />;
  if (id === undefined)
    return (
      <section className="card" aria-label="Notices">
        <Nothing view={view} total={total} />
      </section>
    );
  return (
    <div className={styles.inbox}>
      <div className={styles.column}>
        <section className="card" aria-label="Notices">
          {notices.length === 0 ? (
            <Nothing view={view} total={total} />
          ) : (
            <NoticeList view={view} notices={notices} shown={id} hasKeys={hasKeys} />
          )}
        </section>
        <Pagination
          page={view.page}
          pageSize={limits.noticesPageSize}
          total={total}
          address={(page) => noticesAddress({ ...view, page })}
        />
      </div>
      <div className={styles.column}>
        <NoticeDetail key={id} id={id} />
      </div>
    </div>
  );
}

function Nothing({ view, total }: { view: NoticesView; total: number }) {
  if (total > 0)
    return (
      <EmptyState
        icon={FileQuestionMark}
        title="That page does not exist"
        action={<LinkButton to={noticesAddress({ ...view, page: 1 })}>Go to page 1</LinkButton>}
      />
    );
  if (view.tab === 'answered')
    return (
      <EmptyState icon={MailCheck} title="No answered notices">
        Notices that you answered stay here.
      </EmptyState>
    );
  return (
    <EmptyState icon={MailCheck} title="No open notices">
      People reach you by the report form, or your programs file notices by API.
    </EmptyState>
  );
}
