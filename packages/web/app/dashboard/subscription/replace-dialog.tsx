import { formatPrice, type Plan, type Subscription } from '@clearframe/contract';
import { formatCount, formatFrames } from '../../shared/format/format.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { AskDialog } from '../ui/dialog/ask-dialog.tsx';

type ReplaceDialogProps = {
  plan: Plan | null;
  /** What is really charged, where that is not the price in dollars. */
  charge: string | null;
  /** What still gives access, and is not renewed or could not be charged. */
  from: Subscription;
  unused: number;
  onClose: () => void;
  onConfirm: (plan: Plan) => void;
};

/** Asks before a plan is taken that ends one which still has frames: they would be lost without a word (SUB-07). */
export function ReplaceDialog({ plan, charge, from, unused, onClose, onConfirm }: ReplaceDialogProps) {
  return (
    <AskDialog
      open={plan !== null}
      onClose={onClose}
      title={`Subscribe to ${plan?.name ?? ''} now?`}
      keep="Not now"
      act="Go to payment"
      kind="primary"
      onAct={() => plan && onConfirm(plan)}
    >
      {plan ? (
        <p className="muted">
          A new month with {formatFrames(plan.media_per_month)} starts as soon as {charge ?? formatPrice(plan.price_cents)} are
          paid, and what is left of {from.plan.name} ends then. If you do not pay, nothing changes.
        </p>
      ) : null}
      <Banner kind="warning" title={`${formatCount(unused)} ${unused === 1 ? 'frame is' : 'frames are'} unused`}>
        They do not carry over and are not refunded.
      </Banner>
    </AskDialog>
  );
}
