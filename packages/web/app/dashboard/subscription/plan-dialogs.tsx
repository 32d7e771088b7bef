import { formatPrice, type Plan, type Subscription, type Usage } from '@clearframe/contract';
import { formatCount, formatFrames } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import styles from './subscription.module.css';

type CancelDialogProps = {
  open: boolean;
  subscription: Subscription;
  usage: Usage | null;
  onClose: () => void;
  onCancel: () => void;
};

/** Asks before the renewal ends, and says what is lost (SUB-07). */
export function CancelDialog({ open, subscription, usage, onClose, onCancel }: CancelDialogProps) {
  const unused = usage?.media_remaining ?? 0;
  return (
    <AskDialog
      open={open}
      onClose={onClose}
      title={`Cancel ${subscription.plan.name}?`}
      keep="Keep Subscription"
      act="Cancel subscription"
      onAct={onCancel}
    >
      <p className="muted">
        You keep access until <Time at={subscription.current_period_end} as="date" />. After that, uploads, tokens and webhooks
        stop.
      </p>
      {unused > 0 ? (
        <Banner kind="warning" title={`${formatCount(unused)} ${unused === 1 ? 'frame is' : 'frames are'} unused`}>
          They end with the period and are not refunded.
        </Banner>
      ) : null}
    </AskDialog>
  );
}

type UpgradeDialogProps = {
  plan: Plan | null;
  /** What is really charged, where that is not the price in dollars. */
  charge?: string | null;
  from: Subscription | null;
  onClose: () => void;
  onConfirm: (plan: Plan) => void;
};

/** Says what an upgrade does before it is paid (SUB-05). */
export function UpgradeDialog({ plan, charge = null, from, onClose, onConfirm }: UpgradeDialogProps) {
  return (
    <AskDialog
      open={plan !== null}
      onClose={onClose}
      title={`Upgrade to ${plan?.name ?? ''}?`}
      keep={`Keep ${from?.plan.name ?? 'current plan'}`}
      act="Confirm upgrade"
      kind="primary"
      onAct={() => plan && onConfirm(plan)}
    >
      {plan ? (
        <p className="muted">
          Your current subscription is cancelled and a new one is created as soon as {charge ?? formatPrice(plan.price_cents)} are
          paid. A new month with {formatFrames(plan.media_per_month)} starts then; frames left of the current plan do not carry
          over. If you do not pay, nothing changes.
        </p>
      ) : null}
    </AskDialog>
  );
}

type ChooserDialogProps = {
  open: boolean;
  plans: readonly Plan[];
  /** What each is really charged, where that is not the price in dollars. */
  chargeOf: (plan: Plan) => string | null;
  onClose: () => void;
  onChoose: (plan: Plan) => void;
};

/** Only plans that cost more than the current one (SUB-05). */
export function ChooserDialog({ open, plans, chargeOf, onClose, onChoose }: ChooserDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose a larger plan" actions={<Button onClick={onClose}>Close</Button>}>
      <ul className={styles.chooser}>
        {plans.map((plan) => (
          <li key={plan.id}>
            <span>
              <b className="strong">{plan.name}</b>
              <span className="figures muted">
                {chargeOf(plan) ?? formatPrice(plan.price_cents)} / month · {formatFrames(plan.media_per_month)}
              </span>
            </span>
            <Button onClick={() => onChoose(plan)}>
              Choose<span className="visually-hidden"> {plan.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
