import { BackToSubscription } from '../dashboard/subscription/back-to-subscription.tsx';
import { pageMeta } from '../shared/page/page-meta.ts';

export const meta = () =>
  pageMeta({ title: 'Payment · Clearframe', description: 'Back from the payment to your subscription.', path: '/cancel' });

/** Where a payment provider sends people who did not pay. */
export default function Cancel() {
  return <BackToSubscription status="cancelled" />;
}
