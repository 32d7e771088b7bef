import { limits, type Webhook } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Inbox, Webhook as WebhookIcon } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { StateBadge } from '../../../shared/ui/badge.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { useResend } from '../../shell/deliveries/use-resend.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import styles from '../../ui/page-header.module.css';
import { pageFromSearch } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { type LogFilters, logAddress, logFiltersOf, logSearch } from '../hooks/log-address.ts';
import { webhooksQuery } from '../hooks/use-webhooks.ts';
import { eventsWord } from './delivery-labels.ts';
import { deliveriesQuery, useResendFailed } from './delivery-queries.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { LogTools } from './log-tools.tsx';
import { OpenDays } from './open-days.tsx';

/** What one hook was sent: every event with its state, and sending it again. */
export function LogPage({ id }: { id: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const filters = logFiltersOf(search);
  const page = pageFromSearch(search);
  const log = useQuery(deliveriesQuery(id, filters, page));
  const hook = useQuery(webhooksQuery).data?.find((one) => one.id === id);
  const resend = useResend(() => toast('Resending the event'));
  const resendDay = useResendFailed(id, (events) =>
    toast(events === 0 ? 'Nothing left to resend for that day' : `${eventsWord(events)} sent again`),
  );
  const problem = resend.error ?? resendDay.error;
  if (isMissing(log.error)) return <Missing />;
  return (
    <>
      <HookHead hook={hook} />
      {problem ? (
        <Banner
          kind="error"
          title="Could not resend"
          onDismiss={() => {
            resend.reset();
            resendDay.reset();
          }}
        >
          {errorMessage(problem, 'Nothing was sent.')}
        </Banner>
      ) : null}
      <OpenDays
        webhookId={id}
        days={log.data?.open_days ?? []}
        isActive={hook?.isActive ?? true}
        resending={resendDay.isPending ? resendDay.variables : null}
        onResend={(day) => resendDay.mutate(day)}
      />
      <LogTools filters={filters} onChange={(next) => void navigate(logAddress(id, next))} />
      {log.isError ? <LoadFault title="Failed to fetch deliveries" query={log} /> : null}
      {log.isPending || log.data ? (
        <section className="card" aria-label="Deliveries" aria-busy={log.isPending || log.isPlaceholderData}>
          <DeliveryTable
            rows={log.data?.deliveries}
            empty={<Nothing id={id} filters={filters} page={page} />}
            search={logSearch(filters, page)}
            resending={resend.isPending ? resend.variables : null}
            onResend={(one) => resend.mutate(one)}
          />
        </section>
      ) : null}
      <Pagination
        page={page}
        pageSize={limits.deliveriesPageSize}
        total={log.data?.pagination.total}
        capped={log.data?.pagination.capped}
        address={(to) => logAddress(id, filters, to)}
      />
      <p className="dim fine">
        We deliver each event at least once. Every attempt has the same webhook-id, so your endpoint can drop repeats.
      </p>
    </>
  );
}

function HookHead({ hook }: { hook: Webhook | undefined }) {
  return (
    <div className={styles.header}>
      {hook ? (
        <p className="row wrap">
          <span className="mono breakable">{hook.webhookUrl}</span>
          <StateBadge state={hook.isActive ? 'active' : 'inactive'} />
        </p>
      ) : null}
    </div>
  );
}

function Nothing({ id, filters, page }: { id: string; filters: LogFilters; page: number }) {
  const isNarrowed = filters.status !== undefined || filters.day !== undefined;
  if (page > 1)
    return (
      <EmptyState
        icon={Inbox}
        title="That page does not exist"
        action={<LinkButton to={logAddress(id, filters)}>Go to page 1</LinkButton>}
      />
    );
  if (isNarrowed)
    return (
      <EmptyState icon={Inbox} title="No matching deliveries" action={<LinkButton to={logAddress(id)}>Show all</LinkButton>}>
        No event of this webhook matches the filter.
      </EmptyState>
    );
  return (
    <EmptyState icon={Inbox} title="No deliveries yet">
      The next event that this webhook hears of appears here. Tests do not.
    </EmptyState>
  );
}

function Missing() {
  return (
    <section className="card">
      <EmptyState
        icon={WebhookIcon}
        title="Webhook not found"
        action={<LinkButton to="/dashboard/webhooks">All webhooks</LinkButton>}
      >
        It may have been deleted, or the link is incomplete.
      </EmptyState>
    </section>
  );
}
