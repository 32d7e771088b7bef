import { formatPrice, type PaymentClient, type Subscription, subscriptionsEndpoints } from '@clearframe/contract';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { chargeOf } from './charge.ts';
import { goToPayment } from './open-payment.ts';
import styles from './subscription.module.css';

type PaymentMethodProps = { subscription: Subscription | null; client: PaymentClient | null; mayManage: boolean };

function paidBy(subscription: Subscription, client: PaymentClient | null): string {
  const amount = chargeOf(subscription.plan, client) ?? formatPrice(subscription.plan.price_cents);
  return subscription.next_billing_date ? `Charged ${amount} a month.` : 'Nothing more is charged.';
}

/** Green when a subscription exists (SUB-02). No card is known here: the provider holds it. */
export function PaymentMethod({ subscription, client, mayManage }: PaymentMethodProps) {
  const isPaid = subscription !== null && subscription.plan.price_cents > 0;
  return (
    <section className={`card${subscription ? ` ${styles.paid}` : ''}`}>
      <div className="card-header">
        <h2>Payment method</h2>
      </div>
      <div className="card-body stack-3">
        <div className="row row-wide">
          <Icon of={subscription ? CircleCheck : CircleDashed} />
          <span className={styles.cardOnFile}>
            <b className="strong">{isPaid ? 'Card on file' : subscription ? 'Free trial' : 'No payment method'}</b>
            {isPaid ? <span className="dim">Held by the payment provider</span> : null}
          </span>
        </div>
        <p className="muted">
          {isPaid ? paidBy(subscription, client) : subscription ? 'Nothing is charged.' : 'The free trial needs none.'}{' '}
          {client === null ? 'Payment is not set up on this server.' : null}
          {client?.provider_name === 'Sandbox' ? 'This server takes test payments only: no money moves.' : null}
        </p>
        {isPaid && mayManage && client?.has_card_page && subscription.next_billing_date ? (
          <ChangeCard provider={client.provider_name} />
        ) : null}
      </div>
    </section>
  );
}

/** Leads to the provider's own page: a card is typed there, never here. */
function ChangeCard({ provider }: { provider: string }) {
  const open = useMutation({
    mutationFn: async () => goToPayment((await call(subscriptionsEndpoints.cardPage)).url),
  });
  return (
    <>
      {open.isError ? <Banner kind="error" title={errorMessage(open.error, 'The page could not be opened')} /> : null}
      <div>
        <Button busy={open.isPending} onClick={() => open.mutate()}>
          Change card at {provider}
        </Button>
      </div>
    </>
  );
}
