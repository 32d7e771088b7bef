import { AppError } from '@clearframe/contract';
import { planPrices, priceIn } from './plan-prices.ts';
import type { RemoteProvider } from './provider.ts';
import type { RemoteParts } from './remote-parts.ts';
import { createStripeCalls } from './stripe-client.ts';
import { checkoutEvent } from './stripe-events.ts';
import { createStripeReader } from './stripe-notification.ts';
import { createPriceId, createStripeSubscriptions } from './stripe-subscriptions.ts';

/** How long a checkout stays open: Stripe allows half an hour at least, counted from when a repeat asks for it. */
const checkoutSeconds = 3_600;

/** Stripe: the browser goes to a checkout of Stripe's, and comes back to /return or /cancel. */
export function createStripe(parts: RemoteParts<'stripe'>): RemoteProvider {
  const { config } = parts;
  const stripe = createStripeCalls(parts);
  const priceId = createPriceId(parts, stripe);
  const prices = planPrices(config);
  return {
    id: 'stripe',
    currency: config.paymentCurrency,
    client: { provider_name: 'Stripe', onsite: null, has_card_page: true, currency: config.paymentCurrency, prices },
    priceCents: priceIn(prices),
    parse: createStripeReader(parts, stripe),
    async start({ paymentId, plan, amountCents, payer, now }) {
      const price = await priceId(plan, amountCents);
      const metadata = { payment_id: paymentId };
      const checkout = {
        ...{ mode: 'subscription' as const, client_reference_id: paymentId, customer_email: payer.email, metadata },
        ...{ line_items: [{ price, quantity: 1 }], subscription_data: { metadata } },
        ...{ success_url: `${config.publicUrl}/return`, cancel_url: `${config.publicUrl}/cancel` },
        expires_at: Math.floor(now.getTime() / 1_000) + checkoutSeconds,
      };
      const once = { idempotencyKey: paymentId };
      const session = await stripe.call('checkout', (sdk) => sdk.checkout.sessions.create(checkout, once));
      if (!session.url) throw new AppError('payment_provider_away', { detail: 'checkout: no address' });
      return { ref: session.id, onsiteUuid: null, redirectUrl: session.url };
    },
    async askPayment({ placeRef }) {
      const session = await stripe.find('checkout', (sdk) => sdk.checkout.sessions.retrieve(placeRef));
      return session && checkoutEvent(`asked:${session.id}:${session.status}`, session);
    },
    ...createStripeSubscriptions(parts, stripe, priceId),
  };
}
