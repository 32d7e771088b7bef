import { limits, type SecurityEvent, securityEventWords } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { pageCount, pageFromSearch } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { deviceName } from '../devices/device-name.ts';
import { securityEventsQuery } from '../devices/security-events-query.ts';
import accountPageStyles from '../frame/account-page.module.css';

const pageSize = limits.securityEventsPageSize;
const words: Record<string, string> = securityEventWords;

/** What happened, in words; a kind of a newer server is shown by its name. */
export function eventWords(kind: string): string {
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}

/** Whether the line tells of something that somebody else may have tried. */
export function isSuspicious(kind: string): boolean {
  return /_(?:failed|wrong|reused|reversed)$|^login\.(?:failed|locked)$/.test(kind);
}

/** Whether anybody but this person stands in these lines: only then it is worth a column. */
function namesOthers(events: readonly SecurityEvent[], userId: string): boolean {
  return events.some(({ user }) => user !== null && user.id !== userId);
}

const address = (page: number) => (page === 1 ? '/dashboard/account/activity' : `/dashboard/account/activity?page=${page}`);

const columns: readonly Column<SecurityEvent>[] = [
  {
    header: 'What',
    cell: ({ kind, detail }) => (
      <>
        <span className={accountPageStyles.event}>
          {isSuspicious(kind) ? <Icon of={TriangleAlert} /> : null}
          {eventWords(kind)}
        </span>
        {detail ? <small className="dim block breakable">{detail}</small> : null}
      </>
    ),
  },
  { header: 'Who', className: 'breakable', dir: 'auto', cell: ({ user }) => user?.name ?? '–' },
  { header: 'Device', className: 'breakable', cell: ({ userAgent }) => (userAgent ? deviceName(userAgent) : '–') },
  { header: 'Address', cell: ({ ip }) => <span className="mono breakable">{ip ?? '–'}</span> },
  { header: 'When', className: 'figures muted', cell: ({ at }) => <Time at={at} as="dateTime" /> },
];
const columnsWithoutNames = columns.filter(({ header }) => header !== 'Who');

/** What an auditor asks for: who did what, when and from where. Newest first, twenty a page. */
export function SecurityLog() {
  const [search] = useSearchParams();
  const page = pageFromSearch(search);
  const log = useQuery(securityEventsQuery(page));
  const ownId = useUser().id;
  const events = log.data?.security_events;
  const total = log.data?.pagination.total ?? 0;
  const pages = pageCount(total, pageSize);
  return (
    <section className="card" aria-labelledby="log-h" aria-busy={log.isPending || log.isPlaceholderData}>
      <div className="card-header">
        <h2 id="log-h">Security log</h2>
      </div>
      {log.isError && !events ? (
        <div className="card-body">
          <LoadFault title="Could not load the security log" query={log} />
        </div>
      ) : (
        <DataTable
          columns={events && namesOthers(events, ownId) ? columns : columnsWithoutNames}
          rows={events}
          rowKey={({ id }) => id}
          empty={<Nothing lastPage={total === 0 ? null : pages} />}
        />
      )}
      {pages > 1 ? (
        <div className={accountPageStyles.cardFooter}>
          <Pagination page={page} pageSize={pageSize} total={total} address={address} />
        </div>
      ) : null}
    </section>
  );
}

/** @param lastPage where the page that was asked for is beyond it; null where nothing was written yet */
function Nothing({ lastPage }: { lastPage: number | null }) {
  if (lastPage === null)
    return (
      <EmptyState icon={ScrollText} title="No events yet">
        Sign-ins and security changes appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={ScrollText}
      title="That page does not exist"
      action={<LinkButton to={address(lastPage)}>Go to page {lastPage}</LinkButton>}
    />
  );
}
