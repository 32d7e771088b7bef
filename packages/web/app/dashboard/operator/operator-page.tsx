import { ClearframeError } from '@clearframe/sdk';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, Unplug } from 'lucide-react';
import { LinkButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { ActsCard } from './acts-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { FiguresCard } from './figures-card.tsx';
import { HealthCard } from './health-card.tsx';
import { HoldsCard } from './holds-card.tsx';
import styles from './operator.module.css';
import { healthQuery } from './operator-queries.ts';
import { ProcessesCard } from './processes-card.tsx';
import { QuarantineCard } from './quarantine-card.tsx';
import { QueuesCard } from './queues-card.tsx';

/** The console of whoever runs the installation. Nothing on it shows what customers uploaded. */
export function OperatorPage() {
  const health = useQuery({ ...healthQuery, retry: false });
  // Figures of a while ago say nothing about now, and nothing at all to whoever is no operator any more.
  if (health.data && !isRefusal(health.error))
    return (
      <>
        {health.isError ? <LoadFault title="These figures are old: the console could not be read" query={health} /> : null}
        <HealthCard health={health.data} />
        <FiguresCard health={health.data} />
        <FailuresCard />
        <AccountsCard />
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
