import type { Subscription, Usage } from '@clearframe/contract';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import { Time } from '../../shared/ui/time.tsx';
import { endLine, grantedWords, periodLine } from '../shell/subscription/subscription-status.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Meter } from '../ui/meter.tsx';
import styles from './current-plan.module.css';
import { StatusBadge } from './status-badge.tsx';

type CurrentCardProps = {
  subscription: Subscription | null;
  usage: Usage | null;
  /** What can be done with it. */
  children?: ReactNode;
};

/** Plan, status, period and frames; frames alone that the operator granted; or that there is none. */
export function CurrentCard({ subscription, usage, children }: CurrentCardProps) {
  return (
    <section className="card">
      <div className="card-header">
        <h2>Current subscription</h2>
        {subscription ? <StatusBadge status={subscription.status} /> : null}
      </div>
      {subscription ? (
        <Running subscription={subscription} usage={usage}>
          {children}
        </Running>
      ) : null}
      {!subscription && usage ? (
        <div className="card-body stack-5">
          <span className={styles.planName}>{grantedWords}</span>
          <FramesUsed usage={usage} />
        </div>
      ) : null}
      {!subscription && !usage ? (
        <EmptyState icon={CreditCard} title="No subscription">
          Take one of the plans below. The free trial needs no payment.
        </EmptyState>
      ) : null}
    </section>
  );
}

function Running({ subscription, usage, children }: CurrentCardProps & { subscription: Subscription }) {
  const end = endLine(subscription);
  return (
    <div className="card-body stack-5">
      <div className={`row between wrap ${styles.baseline}`}>
        <span className={styles.planName}>{subscription.plan.name}</span>
        <span className="figures muted">{periodLine(subscription)}</span>
      </div>
      {usage ? <FramesUsed usage={usage} /> : null}
      <p className="dim">
        {end.term}:{' '}
        <span className="figures muted">
          <Time at={end.at} as="date" />
        </span>
      </p>
      {children}
    </div>
  );
}

function FramesUsed({ usage }: { usage: Usage }) {
  return (
    <div className={styles.usage}>
      <div className="row between wrap figures">
        <span>
          <b className="strong">{formatCount(usage.media_used_this_period)}</b>{' '}
          <span className="dim">of {formatCount(usage.total_media_allowed)} frames used</span>
        </span>
        <span>
          <b className="strong">{formatCount(usage.media_remaining)}</b> <span className="dim">remaining</span>
        </span>
      </div>
      <Meter label="Frames used" value={usage.media_used_this_period} max={usage.total_media_allowed} />
      <Link className="link" to="/dashboard/subscription/usage">
        Usage day by day
      </Link>
    </div>
  );
}
