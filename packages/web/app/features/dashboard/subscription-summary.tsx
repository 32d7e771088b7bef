import { formatPrice, messages, type Plan, type UsageAnswer } from '@clearframe/contract';
import { formatCount, formatFrames, formatShare } from '../../format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { StatusBadge } from '../subscription/status-badge.tsx';
import { endLine, grantedWords } from '../subscription/subscription-status.ts';
import '../subscription/subscription.css';

/** Plan, frames and the end of the period in short. */
export function SubscriptionSummary({ answer, failed }: { answer: UsageAnswer | undefined; failed: boolean }) {
  const subscription = answer?.subscription ?? null;
  return (
    <section className="card">
      <div className="card-h">
        <h2>Subscription</h2>
        {subscription ? <StatusBadge status={subscription.status} /> : null}
      </div>
      <div className="card-b gap-5">
        {answer ? <Body answer={answer} /> : null}
        {answer ? null : (
          <p className={failed ? 'dim' : 'dim sub-sk'}>{failed ? messages.subscriptionLoadFailed : messages.checkingPayment}</p>
        )}
        <LinkButton to="/dashboard/subscription">Manage subscription</LinkButton>
      </div>
    </section>
  );
}

function PlanLine({ plan }: { plan: Plan }) {
  return (
    <div className="row between wrap baseline">
      <span className="plan-name">{plan.name}</span>
      <span className="num muted">{plan.price_cents === 0 ? 'Free' : `${formatPrice(plan.price_cents)} / month`}</span>
    </div>
  );
}

function Body({ answer: { subscription, usage } }: { answer: UsageAnswer }) {
  if (subscription === null && usage === null) {
    return <p className="muted">No subscription. The free trial starts at once and needs no payment.</p>;
  }
  const end = subscription ? endLine(subscription) : null;
  return (
    <>
      {subscription ? <PlanLine plan={subscription.plan} /> : <span className="plan-name">{grantedWords}</span>}
      {usage ? (
        <div className="usage">
          <span className="row between num">
            <span>
              <b className="strong">{formatCount(usage.media_used_this_period)}</b>{' '}
              <span className="dim">of {formatFrames(usage.total_media_allowed)}</span>
            </span>
            <span className="dim">{formatShare(usage.media_used_this_period, usage.total_media_allowed)}</span>
          </span>
          <Meter label="Frames used" value={usage.media_used_this_period} max={usage.total_media_allowed} />
        </div>
      ) : null}
      <dl className="kv">
        {usage ? (
          <>
            <dt>Remaining</dt>
            <dd className="num">{formatFrames(usage.media_remaining)}</dd>
          </>
        ) : null}
        {end ? (
          <>
            <dt>{end.term}</dt>
            <dd>{end.date}</dd>
          </>
        ) : null}
      </dl>
    </>
  );
}
