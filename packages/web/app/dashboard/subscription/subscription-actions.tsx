import { messages, type Plan, planById, type Subscription, type Usage } from '@clearframe/contract';
import { useState } from 'react';
import { formatDate } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import type { UnderWay } from './plan-card.tsx';
import { CancelDialog, ChooserDialog } from './plan-dialogs.tsx';

type SubscriptionActionsProps = {
  subscription: Subscription;
  usage: Usage | null;
  /** Plans that cost more than this one; empty where none can be paid. */
  dearer: readonly Plan[];
  underWay: UnderWay;
  chargeOf: (plan: Plan) => string | null;
  onCancel: () => void;
  onUpgrade: (plan: Plan) => void;
  /** The scheduled change is taken back. */
  onKeep: () => void;
};

/** What the owner can do with what runs: upgrade, take back a change, cancel. */
export function SubscriptionActions({
  subscription,
  usage,
  dearer,
  underWay,
  chargeOf,
  onCancel,
  onUpgrade,
  onKeep,
}: SubscriptionActionsProps) {
  const [asked, setAsked] = useState<'cancel' | 'choose' | null>(null);
  const { scheduled_change: change, status, plan } = subscription;
  const held = underWay !== null;
  const close = () => setAsked(null);
  return (
    <>
      {status === 'past_due' ? (
        <Banner kind="warning" title={messages.pastDue}>
          Access goes on for seven days after <Time at={subscription.current_period_end} as="date" /> while it is tried again.
          Choose a plan below to pay by another card.
        </Banner>
      ) : null}
      {change ? (
        <Banner
          kind="info"
          title={`${planById(change.plan_id)?.name ?? change.plan_id} starts on ${formatDate(change.at)}`}
          action={
            <Button size="small" busy={underWay === plan.id} held={held} onClick={onKeep}>
              Keep {plan.name}
            </Button>
          }
        >
          Until then everything stays as it is.
        </Banner>
      ) : null}
      {status === 'cancelled' ? null : (
        <div className="row between wrap">
          <span className="dim">Cancelling keeps access until the period ends.</span>
          <span className="row">
            {dearer.length > 0 ? (
              <Button held={held} onClick={() => setAsked('choose')}>
                Upgrade plan
              </Button>
            ) : null}
            <Button kind="fail" busy={underWay === 'cancel'} held={held} onClick={() => setAsked('cancel')}>
              Cancel subscription
            </Button>
          </span>
        </div>
      )}
      <CancelDialog
        subscription={subscription}
        usage={usage}
        open={asked === 'cancel'}
        onClose={close}
        onCancel={() => {
          close();
          onCancel();
        }}
      />
      <ChooserDialog
        open={asked === 'choose'}
        plans={dearer}
        chargeOf={chargeOf}
        onClose={close}
        onChoose={(chosen) => {
          close();
          onUpgrade(chosen);
        }}
      />
    </>
  );
}
