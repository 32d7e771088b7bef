import { formatPrice, messages, type Plan, type UsageAnswer } from '@clearframe/contract';
import { formatCount, formatFrames, formatShare } from '../../shared/format/format.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import factsStyles from '../../shared/ui/facts.module.css';
import { Time } from '../../shared/ui/time.tsx';
import { endLine, grantedWords } from '../shell/subscription/subscription-status.ts';
import currentPlanStyles from '../subscription/current-plan.module.css';
import { StatusBadge } from '../subscription/status-badge.tsx';
import { Meter } from '../ui/meter.tsx';
import dashboardStyles from './dashboard.module.css';

/** Plan, frames and the end of the period in short. */
export function SubscriptionSummary({ answer, failed }: { answer: UsageAnswer | undefined; failed: boolean }) {
  const subscription = answer?.subscription ?? null;
  return (
    <section className="card">
      <div className="card-header">
        <h2>Subscription</h2>
        {subscription ? <StatusBadge status={subscription.status} /> : null}
      </div>
      <div className="card-body stack-5">
        {answer ? <Body answer={answer} /> : null}
        {answer ? null : (
          <p className={failed ? 'dim' : `dim ${dashboardStyles.subscriptionSkeleton}`}>
            {failed ? messages.subscriptionLoadFailed : messages.checkingPayment}
          </p>
        )}
        <LinkButton to="/dashboard/subscription">Manage subscription</LinkButton>
      </div>
    </section>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  return (
    <div className={`row between wrap ${currentPlanStyles.baseline}`}>
      <span className={currentPlanStyles.planName}>{plan.name}</span>
      <span className="figures muted">{plan.price_cents === 0 ? 'Free' : `${formatPrice(plan.price_cents)} / month`}</span>
    </div>
  );
}

function Body({ answer: { subscription, usage } }: { answer: UsageAnswer }) {
  if (subscription === null && usage === null) {
    return <p className="muted">No subscription. Activate the free trial: 15 frames, no card. A picture costs one.</p>;
  }
  const end = subscription ? endLine(subscription) : null;
  return (
    <>
      {subscription ? <PlanLine plan={subscription.plan} /> : <span className={currentPlanStyles.planName}>{grantedWords}</span>}
      {usage ? (
        <div className={currentPlanStyles.usage}>
          <span className="row between figures">
            <span>
              <b className="strong">{formatCount(usage.media_used_this_period)}</b>{' '}
              <span className="dim">of {formatFrames(usage.total_media_allowed)}</span>
            </span>
            <span className="dim">{formatShare(usage.media_used_this_period, usage.total_media_allowed)}</span>
          </span>
          <Meter label="Frames used" value={usage.media_used_this_period} max={usage.total_media_allowed} />
        </div>
      ) : null}
      <dl className={factsStyles.facts} data-slot="facts">
        {usage ? (
          <>
            <dt>Remaining</dt>
            <dd className="figures">{formatFrames(usage.media_remaining)}</dd>
          </>
        ) : null}
        {end ? (
          <>
            <dt>{end.term}</dt>
            <dd>
              <Time at={end.at} as="date" />
            </dd>
          </>
        ) : null}
      </dl>
    </>
  );
}
