import { messages, type Plan, type UsageAnswer } from '@clearframe/contract';
import { CircleDashed, RefreshCw } from 'lucide-react';
import { useMay } from '../../role/use-may.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CurrentCard } from './current-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { planOffer } from './plan-offer.ts';
import './subscription.css';
import { useSubscription } from './use-subscription.ts';

/** Subscription & Billing: what runs now, the free trial to take, and the catalogue. */
export function SubscriptionPage() {
  const { usage, plans, notice, dismiss, refresh, subscribe } = useSubscription();
  const failed = (usage.isError && !usage.data) || (plans.isError && !plans.data);
  return (
    <>
      <div className="ph">
        <p>
          {usage.data?.subscription
            ? 'Your plan, its period and its frames.'
            : usage.data?.trial_available === false
              ? 'Your frames and the catalogue of plans.'
              : 'The free trial needs no payment and starts at once.'}
        </p>
        <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
          <Icon of={RefreshCw} />
          Refresh
        </Button>
      </div>
      {notice ? <Banner kind={notice.kind} title={notice.title} onDismiss={dismiss} /> : null}
      {failed ? <Banner kind="error" title={messages.subscriptionLoadFailed} /> : null}
      {usage.data && plans.data ? (
        <Loaded
          usage={usage.data}
          plans={plans.data}
          busy={subscribe.isPending}
          onSubscribe={(planId) => subscribe.mutate(planId)}
        />
      ) : null}
      {!failed && !(usage.data && plans.data) ? <Loading /> : null}
    </>
  );
}

type LoadedProps = { usage: UsageAnswer; plans: readonly Plan[]; busy: boolean; onSubscribe: (planId: string) => void };

function Loaded({ usage, plans, busy, onSubscribe }: LoadedProps) {
  const mayManage = useMay('subscription.manage') !== false;
  return (
    <>
      <div className="cols c-2-1">
        <CurrentCard subscription={usage.subscription} usage={usage.usage} />
        <PaymentMethod />
      </div>
      <section className="plans">
        <h2>Available plans</h2>
        <div className="cols c-3">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              offer={planOffer(plan, usage, mayManage)}
              busy={busy}
              onSubscribe={() => onSubscribe(plan.id)}
            />
          ))}
        </div>
      </section>
    </>
  );
}

/** This server takes no payment, so no account has a payment method. */
function PaymentMethod() {
  return (
    <section className="card">
      <div className="card-h">
        <h2>Payment method</h2>
      </div>
      <div className="card-b gap-3">
        <div className="row row-3">
          <Icon of={CircleDashed} />
          <b className="strong">No payment method</b>
        </div>
        <p className="muted">The free trial needs none. Payment is not set up on this server.</p>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <section className="cols c-2-1" aria-busy="true" aria-label="Loading subscription">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </section>
  );
}
