import { type Appeal, limits } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { FileQuestionMark, MessageSquareReply } from 'lucide-react';
import { useRef } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { NoticeTabs } from '../notices/notice-tabs.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import { Pagination } from '../ui/pagination.tsx';
import segmentsStyles from '../ui/segments.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { AppealDetail } from './appeal-detail.tsx';
import { AppealList } from './appeal-list.tsx';
import { appealsQuery } from './appeal-queries.ts';
import styles from './appeals.module.css';
import { type AppealsView, appealsAddress, appealsViewOf, besideIn } from './appeals-address.ts';
import { StatementSettingsButton } from './statement-settings-button.tsx';
import { useAppealKeys } from './use-appeal-keys.ts';

const states = [
  ['Open', 'open'],
  ['Decided', 'decided'],
] as const;

/** Appeals: what uploaders say against a Fail, and the answer of another person. */
export function AppealsPage({ id }: { id: string | undefined }) {
  const [search] = useSearchParams();
  const view = appealsViewOf(search);
  const appeals = useQuery(appealsQuery(view));
  return (
    <>
      <NoticeTabs current="appeals" />
      <Header view={view} />
      {appeals.isError && !appeals.data ? <LoadFault title="Failed to load appeals" query={appeals} /> : null}
      {appeals.isPending || appeals.isPlaceholderData ? (
        <section className={styles.inbox} aria-busy="true" aria-label="Loading appeals">
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </section>
      ) : null}
      {appeals.data && !appeals.isPlaceholderData ? (
        <Inbox view={view} id={id} appeals={appeals.data.appeals} total={appeals.data.pagination.total} />
      ) : null}
    </>
  );
}

/** What the page is for, which appeals it lists, and for the owner how statements are written. */
function Header({ view }: { view: AppealsView }) {
  const open = useQuery(appealsQuery({ status: 'open', page: 1 }));
  const mayManage = useMay('trust.manage') === true;
  return (
    <div className={pageHeaderStyles.header}>
      <p>Uploaders object to a Fail here. Somebody who did not decide answers.</p>
      <span className="row wrap">
        <nav className={segmentsStyles.segments} data-slot="segments" aria-label="Appeals by state">
          {states.map(([word, status]) => (
            <Link
              key={status}
              to={appealsAddress({ status, page: 1 })}
              aria-current={view.status === status ? 'true' : undefined}
            >
              {word}
              {status === 'open' && open.data ? <span className="figures">{formatCount(open.data.pagination.total)}</span> : null}
            </Link>
          ))}
        </nav>
        {mayManage ? <StatementSettingsButton /> : null}
      </span>
    </div>
  );
}

type InboxProps = { view: AppealsView; id: string | undefined; appeals: readonly Appeal[]; total: number };

/** The list, and beside it one appeal. The address names that one, so it stays while others come and go. */
function Inbox({ view, id, appeals, total }: InboxProps) {
  const navigate = useNavigate();
  const detail = useRef<HTMLDivElement>(null);
  const ids = appeals.map((appeal) => appeal.id);
  const go = (step: 1 | -1) => {
    const to = besideIn(ids, id, step);
    if (to === null) return;
    // A screen reader hears which one is shown.
    document.getElementById(to)?.focus();
    void navigate(appealsAddress(view, to));
  };
  const hasKeys = useAppealKeys({
    next: () => go(1),
    previous: () => go(-1),
    reveal: () => detail.current?.querySelector<HTMLButtonElement>('[data-slot~=reveal]')?.click(),
  });
  const [first] = ids;
  if (id === undefined && first !== undefined) return <Navigate replace to={appealsAddress(view, first)} />;
  if (id === undefined)
    return (
      <section className="card" aria-label="Appeals">
        <Nothing view={view} total={total} />
      </section>
    );
  return (
    <div className={styles.inbox}>
      <div className={styles.column}>
        <section className="card" aria-label="Appeals">
          {appeals.length === 0 ? (
            <Nothing view={view} total={total} />
          ) : (
            <AppealList view={view} appeals={appeals} shown={id} hasKeys={hasKeys} />
          )}
        </section>
        <Pagination
          page={view.page}
          pageSize={limits.statementsPageSize}
          total={total}
          address={(page) => appealsAddress({ ...view, page })}
        />
      </div>
      <div ref={detail} className={styles.column}>
        <AppealDetail key={id} id={id} view={view} />
      </div>
    </div>
  );
}

function Nothing({ view, total }: { view: AppealsView; total: number }) {
  if (total > 0)
    return (
      <EmptyState
        icon={FileQuestionMark}
        title="That page does not exist"
        action={<LinkButton to={appealsAddress({ ...view, page: 1 })}>Go to page 1</LinkButton>}
      />
    );
  if (view.status === 'decided')
    return (
      <EmptyState icon={MessageSquareReply} title="No decided appeals">
        Answered appeals stay here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MessageSquareReply}
      title="No open appeals"
      action={
        <LinkButton to="/docs/guides/statements-and-appeals" reloadDocument>
          How appeals work
        </LinkButton>
      }
    >
      Each Fail gets a statement with a link. Appeals from there appear here.
    </EmptyState>
  );
}
