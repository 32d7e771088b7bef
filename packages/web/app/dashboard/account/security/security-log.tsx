import { limits, type SecurityEvent, securityEventWords } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/format/format.ts';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { pageCount, pageFromSearch, pageSummary } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import tableStyles from '../../ui/table.module.css';
import { deviceName } from '../devices/device-name.ts';
import { securityEventsQuery } from '../devices/security-events-query.ts';
import accountPageStyles from '../frame/account-page.module.css';

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

/** What an auditor asks for: who did what, when and from where. Newest first, twenty a page. */
export function SecurityLog() {
  const [search] = useSearchParams();
  const page = pageFromSearch(search);
  const log = useQuery(securityEventsQuery(page));
  const total = log.data?.pagination.total ?? 0;
  const pages = pageCount(total, limits.securityEventsPageSize);
  return (
    <section className="card" aria-labelledby="log-h" aria-busy={log.isPending || log.isPlaceholderData}>
      <div className="card-header">
        <h2 id="log-h">Security log</h2>
      </div>
      {log.isError && log.data === undefined ? (
        <div className="card-body">
          <LoadFault
            title="The security log could not be loaded"
            error={log.error}
            busy={log.isFetching}
            onRetry={() => void log.refetch()}
          />
        </div>
      ) : null}
      {log.isPending ? (
        <>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </>
      ) : null}
      {log.data && log.data.security_events.length > 0 ? <Lines events={log.data.security_events} /> : null}
      {log.data && total === 0 ? (
        <EmptyState icon={ScrollText} title="Nothing has happened yet">
          Sign-ins and changes of what protects the account are written down here.
        </EmptyState>
      ) : null}
      {log.data && total > 0 && log.data.security_events.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          title="There is no such page"
          action={<LinkButton to={address(pages)}>Go to page {pages}</LinkButton>}
        />
      ) : null}
      {pages > 1 ? (
        <div className={accountPageStyles.cardFooter}>
          <Pagination
            current={page}
            pages={pages}
            address={address}
            summary={pageSummary(page, limits.securityEventsPageSize, total)}
          />
        </div>
      ) : null}
    </section>
  );
}

function Lines({ events }: { events: readonly SecurityEvent[] }) {
  const withNames = namesOthers(events, useUser().id);
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">What</th>
          {withNames ? <th scope="col">Who</th> : null}
          <th scope="col">Device</th>
          <th scope="col">Address</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, kind, detail, user, userAgent, ip, at }) => (
          <tr key={id}>
            <td className={tableStyles.lead}>
              <span className={accountPageStyles.event}>
                {isSuspicious(kind) ? <Icon of={TriangleAlert} /> : null}
                {eventWords(kind)}
              </span>
              {detail ? <small className="dim block breakable">{detail}</small> : null}
            </td>
            {withNames ? (
              <td data-l="Who" dir="auto" className="breakable">
                {user?.name ?? '–'}
              </td>
            ) : null}
            <td data-l="Device" className="breakable">
              {userAgent ? deviceName(userAgent) : '–'}
            </td>
            <td data-l="Address">
              <span className="mono breakable">{ip ?? '–'}</span>
            </td>
            <td data-l="When" className="figures muted">
              <time dateTime={at}>{formatDateTime(at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
