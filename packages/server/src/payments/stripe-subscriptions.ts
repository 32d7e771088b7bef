import type { Plan } from '@clearframe/contract';
import type { RemoteProvider } from './provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';
import type { StripeCalls } from './stripe-client.ts';
import { isOver, type StripeEvents } from './stripe-events.ts';

export type PriceId = (plan: Plan, amountCents: number) => Promise<string>;

/** Stripe's price of a plan, found by a key that holds its amount, made where it is missing: another amount is another price. */
export function createPriceId({ config }: RemoteProviderContext<'stripe'>, stripe: StripeCalls): PriceId {
  const currency = config.paymentCurrency.toLowerCase();
  return async ({ id, name }, amountCents) => {
    const key = `clearframe_${id}_${currency}_${amountCents}`;
    const known = await stripe.call('prices', (sdk) => sdk.prices.list({ lookup_keys: [key], active: true, limit: 1 }));
    const [found] = known.data;
    if (found) return found.id;
    const product_data = { name: `Clearframe ${name}` };
    const price = {
      currency,
      unit_amount: amountCents,
      recurring: { interval: 'month' as const },
      lookup_key: key,
      product_data,
    };
    return (await stripe.call('price', (sdk) => sdk.prices.create(price, { idempotencyKey: key }))).id;
  };
}

type Subscriptions = Pick<RemoteProvider, 'settle' | 'askSubscription' | 'cardPage'>;

/** What is told and asked about subscriptions. */
export function createStripeSubscriptions(
  { config }: RemoteProviderContext<'stripe'>,
  stripe: StripeCalls,
  events: StripeEvents,
  priceId: PriceId,
): Subscriptions {
  const fetch = (ref: string) => stripe.find('subscription', (sdk) => sdk.subscriptions.retrieve(ref));
  return {
    async settle(ref, wanted) {
      const found = await fetch(ref);
      if (!found || found.status === 'canceled' || found.status === 'incomplete_expired') return;
      if (wanted.is === 'ended') {
        await stripe.call('cancel', (sdk) => sdk.subscriptions.cancel(ref, { prorate: false, invoice_now: false }));
      } else if (wanted.is === 'ends_with_period') {
        if (!isOver(found)) await stripe.call('cancel', (sdk) => sdk.subscriptions.update(ref, { cancel_at_period_end: true }));
      } else {
        const [item] = found.items.data;
        if (!item || item.price.unit_amount === wanted.amountCents) return;
        const price = await priceId(wanted.plan, wanted.amountCents);
        // Without proration the same interval goes on, and the next invoice is the first one with the new price.
        const change = { items: [{ id: item.id, price }], proration_behavior: 'none' as const };
        await stripe.call('price change', (sdk) => sdk.subscriptions.update(ref, change));
      }
    },
    async askSubscription({ ref }) {
      const found = await stripe.find('subscription', (sdk) => sdk.subscriptions.retrieve(ref, { expand: ['latest_invoice'] }));
      const ended = { key: `asked:${ref}:over`, type: 'subscription_ended', paymentId: null, subscriptionRef: ref } as const;
      if (!found) return ended;
      const { latest_invoice: invoice } = found;
      const told =
        invoice && typeof invoice !== 'string' ? events.ofInvoice(`asked:${invoice.id}:${invoice.status}`, invoice) : null;
      if (told?.type === 'renewed') return told;
      return isOver(found) ? ended : told?.type === 'renewal_failed' ? told : null;
    },
    async cardPage(ref) {
      const { customer } = await stripe.call('subscription', (sdk) => sdk.subscriptions.retrieve(ref));
      const page = {
        customer: typeof customer === 'string' ? customer : customer.id,
        return_url: `${config.publicUrl}/dashboard/subscription`,
      };
      return (await stripe.call('portal', (sdk) => sdk.billingPortal.sessions.create(page))).url;
    },
  };
}
