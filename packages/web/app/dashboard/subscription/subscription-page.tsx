import type { PaymentClient, Plan, UsageAnswer } from '@clearframe/contract';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { useMay } from '../shell/role/use-may.ts';
import pageHeaderStyles from '../ui/page-header.module.css';
import { Skeleton } from '../ui/skeleton.tsx';
import { chargeOf } from './charge.ts';
import { CurrentCard } from './current-card.tsx';
import { Invoices } from './invoices.tsx';
import { PaymentMethod } from './payment-method.tsx';
import { PlanCard, type UnderWay } from './plan-card.tsx';
import { UpgradeDialog } from './plan-dialogs.tsx';
import { nextPlan, planOffer } from './plan-offer.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import subscriptionStyles from './subscription.module.css';
import { SubscriptionActions } from './subscription-actions.tsx';
import type { PlanOrder } from './use-payment.ts';
import { useSubscription } from './use-subscription.ts';

/** Subscription & Billing: what runs now, how it is paid, and the catalogue. */
export function SubscriptionPage() {
  const { usage, plans, notice, dismiss, refresh, order, isOpening, cancel, loadFault } = useSubscription();
  const failed = (usage.isError && !usage.data) || (plans.isError && !plans.data);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          {usage.data?.subscription
            ? 'Your plan, its period and its frames. Changes are confirmed in the payment window.'
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
      {failed ? <Banner kind="error" title={loadFault} /> : null}
      {usage.data && plans.data ? (
        <Loaded
          usage={usage.data}
          plans={plans.data.plans}
          client={plans.data.payment}
          underWay={order.isPending ? order.variables.plan.id : cancel.isPending ? 'cancel' : null}
          onOrder={(wanted) => order.mutate(wanted)}
          onCancel={() => cancel.mutate()}
        />
      ) : null}
      {!failed && !(usage.data && plans.data) ? <Loading /> : null}
      {isOpening ? (
        <div className={subscriptionStyles.payWait} role="status">
          <p className="row card">
            <Spinner />
            Loading Payment
          </p>
        </div>
      ) : null}
    </>
  );
}

type LoadedProps = {
  usage: UsageAnswer;
  plans: readonly Plan[];
  client: PaymentClient | null;
  underWay: UnderWay;
  onOrder: (wanted: PlanOrder) => void;
  onCancel: () => void;
};

function Loaded({ usage, plans, client, underWay, onOrder, onCancel }: LoadedProps) {
  const may = useMay('subscription.manage');
  const mayManage = may !== false;
  const [upgradeTo, setUpgradeTo] = useState<Plan | null>(null);
  const [replaceBy, setReplaceBy] = useState<Plan | null>(null);
  const { subscription } = usage;
  const unused = subscription ? (usage.usage?.media_remaining ?? 0) : 0;
  const offerOf = (plan: Plan) => planOffer(plan, usage, { mayManage, takesPayments: client !== null });
  const next = nextPlan(plans, offerOf);
  return (
    <>
      <div className="columns columns-2-1">
        <CurrentCard subscription={subscription} usage={usage.usage}>
          {subscription && mayManage ? (
            <SubscriptionActions
              subscription={subscription}
              underWay={underWay}
              onCancel={onCancel}
              chargeOf={(plan) => chargeOf(plan, client)}
              usage={usage.usage}
              dearer={plans.filter((plan) => offerOf(plan).kind === 'upgrade')}
              onUpgrade={setUpgradeTo}
              onKeep={() => onOrder({ plan: subscription.plan, purpose: 'subscribe' })}
            />
          ) : null}
        </CurrentCard>
        <PaymentMethod subscription={subscription} client={client} mayManage={mayManage} />
      </div>
      <section className={subscriptionStyles.catalogue}>
        <h2>Available plans</h2>
        <div className="columns columns-3">
          {plans.map((plan) => {
            const offer = offerOf(plan);
            const take = () => {
              if (offer.kind === 'upgrade') setUpgradeTo(plan);
              else if (offer.kind === 'subscribe' && unused > 0) setReplaceBy(plan);
              else onOrder({ plan, purpose: 'subscribe' });
            };
            return (
              <PlanCard
                key={plan.id}
                charge={chargeOf(plan, client)}
                plan={plan}
                offer={offer}
                isNext={plan === next}
                underWay={underWay}
                onSubscribe={take}
              />
            );
          })}
        </div>
      </section>
      {may ? <Invoices /> : null}
      {subscription ? (
        <ReplaceDialog
          unused={unused}
          plan={replaceBy}
          from={subscription}
          charge={replaceBy && chargeOf(replaceBy, client)}
          onClose={() => setReplaceBy(null)}
          onConfirm={(plan) => {
            setReplaceBy(null);
            onOrder({ plan, purpose: 'subscribe' });
          }}
        />
      ) : null}
      <UpgradeDialog
        plan={upgradeTo}
        charge={upgradeTo && chargeOf(upgradeTo, client)}
        from={subscription}
        onClose={() => setUpgradeTo(null)}
        onConfirm={(plan) => {
          setUpgradeTo(null);
          onOrder({ plan, purpose: 'upgrade' });
        }}
      />
    </>
  );
}

function Loading() {
  return (
    <section className="columns columns-2-1" aria-busy="true" aria-label="Loading subscription">
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </section>
  );
}
