import type { OperatorHealth } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, Unplug } from 'lucide-react';
import { formatCount } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { ActsCard } from './acts-card.tsx';
import { AnalysersCard } from './analysers-card.tsx';
import { ErrorsCard } from './errors-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import { HealthCard } from './health-card.tsx';
import { HoldsCard } from './holds-card.tsx';
import styles from './operator.module.css';
import { healthQuery } from './operator-queries.ts';
import { ProcessesCard } from './processes-card.tsx';
import { QuarantineCard } from './quarantine-card.tsx';
import { QueuesCard } from './queues-card.tsx';
import { VersionsCard } from './versions-card.tsx';

/** The console of whoever runs the installation. Nothing on it shows what customers uploaded. */
export function OperatorPage() {
  const health = useQuery({ ...healthQuery, retry: false });
  // Figures of a while ago say nothing about now, and nothing at all to whoever is no operator any more.
  if (health.data && !isRefusal(health.error))
    return (
      <>
        {health.isError ? <LoadFault title="These figures are old: the console could not be read" query={health} /> : null}
        <FailingWebhooks failed={health.data.failed} />
        <HealthCard health={health.data} />
        <FiguresCard health={health.data} />
        <AccountsCard />
        <FailuresCard />
        <AnalysersCard analysers={health.data.analysers} />
        <div className={`columns columns-2-1 ${styles.pair}`}>
          <ErrorsCard />
          <VersionsCard health={health.data} />
        </div>
        <div className={`columns columns-1-1 ${styles.pair}`}>
          <ProcessesCard health={health.data} />
          <QueuesCard queues={health.data.queues} />
        </div>
        <HoldsCard />
        <QuarantineCard />
        <ActsCard />
      </>
    );
  if (health.isError) return <Refused query={health} />;
  return (
    <section aria-busy="true" aria-label="Loading the console">
      <Skeleton shape="block" />
    </section>
  );
}

/** What an operator can mend by asking whoever runs the receiver. */
function FailingWebhooks({ failed: { deliveries, webhooks } }: Pick<OperatorHealth, 'failed'>) {
  if (deliveries === 0) return null;
  const [events, hooks] = [countOf(deliveries, 'delivery', 'deliveries'), countOf(webhooks, 'webhook', 'webhooks')];
  return (
    <Banner
      kind="warning"
      title={`${events} to ${hooks} failed`}
      action={
        <LinkButton size="small" to="#operator-failures">
          Show them
        </LinkButton>
      }
    >
      Nothing is lost. Retry sends each again while its webhook is on.
    </Banner>
  );
}

const countOf = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

const needsTwoStep = (error: unknown): boolean => error instanceof ClearframeError && error.code === 'two_step_needed';
const isUnknown = (error: unknown): boolean => error instanceof ClearframeError && error.status === 404;
const isRefusal = (error: unknown): boolean => needsTwoStep(error) || isUnknown(error);

type RefusedProps = { query: { error: unknown; isFetching: boolean; refetch: () => unknown } };

function Refused({ query }: RefusedProps) {
  const { error } = query;
  if (needsTwoStep(error))
    return (
      <section className="card">
        <EmptyState
          icon={ShieldCheck}
          title="Turn on two-step sign-in"
          action={
            <LinkButton kind="primary" to="/dashboard/account/security">
              Open security
            </LinkButton>
          }
        >
          The operator console acts for the whole installation, so it needs a second step.
        </EmptyState>
      </section>
    );
  if (isUnknown(error))
    return (
      <section className="card">
        <EmptyState icon={Unplug} title="Page not found" action={<LinkButton to="/dashboard">Open the dashboard</LinkButton>}>
          The address may be mistyped.
        </EmptyState>
      </section>
    );
  return <LoadFault title="Could not load the console" query={query} />;
}
