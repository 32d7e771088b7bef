import { formatPrice, type Subscription } from '@clearframe/contract';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';

type PaymentMethodProps = { subscription: Subscription | null; provider: string | null };

/** Green when a subscription exists (SUB-02). No card is known here: the provider holds it. */
export function PaymentMethod({ subscription, provider }: PaymentMethodProps) {
  const isPaid = subscription !== null && subscription.plan.price_cents > 0;
  return (
    <section className={`card${subscription ? ' paid' : ''}`}>
      <div className="card-h">
        <h2>Payment method</h2>
      </div>
      <div className="card-b gap-3">
        <div className="row row-3">
          <Icon of={subscription ? CircleCheck : CircleDashed} />
          <b className="strong">{isPaid ? 'Card on file' : subscription ? 'Free trial' : 'No payment method'}</b>
        </div>
        <p className="muted">
          {isPaid
            ? `Held by the payment provider${subscription.next_billing_date ? `, charged ${formatPrice(subscription.plan.price_cents)} a month` : ''}.`
            : subscription
              ? 'Nothing is charged.'
              : 'The free trial needs none.'}{' '}
          {provider === null ? 'Payment is not set up on this server.' : null}
          {provider === 'Sandbox' ? 'This server takes test payments only: no money moves.' : null}
        </p>
      </div>
    </section>
  );
}
