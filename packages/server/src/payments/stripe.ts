import { AppError } from '@clearframe/contract';
import { planPrices, priceIn } from './plan-prices.ts';
import type { RemoteProvider } from './provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';
import { createStripeCalls } from './stripe-client.ts';
import { createStripeEvents, marksOf } from './stripe-events.ts';
import { createStripeReader } from './stripe-notification.ts';
import { createPriceId, createStripeSubscriptions } from './stripe-subscriptions.ts';

/** How long a checkout stays open: Stripe allows half an hour at least, counted from when a repeat asks for it. */
const checkoutSeconds = 3_600;

/** Stripe: the browser goes to a checkout of Stripe's, and comes back to /return or /cancel. */
export function createStripe(context: RemoteProviderContext<'stripe'>): RemoteProvider {
  const { config, secrets } = context;
  const events = createStripeEvents(secrets);
  const stripe = createStripeCalls(context);
  const priceId = createPriceId(context, stripe);
  const prices = planPrices(config);
  const subscriptions = createStripeSubscriptions(context, stripe, events, priceId);
  return {
    id: 'stripe',
    currency: config.paymentCurrency,
    client: { provider_name: 'Stripe', onsite: null, has_card_page: true, currency: config.paymentCurrency, prices },
    priceCents: priceIn(prices),
    parse: createStripeReader(context, stripe, events),
    async start({ paymentId, plan, amountCents, payer, now }) {
      const price = await priceId(plan, amountCents);
      const metadata = marksOf(secrets, paymentId);
      const checkout = {
        mode: 'subscription' as const,
        client_reference_id: paymentId,
        customer_email: payer.email,
        metadata,
        line_items: [{ price, quantity: 1 }],
        subscription_data: { metadata },
        success_url: `${config.publicUrl}/return`,
        cancel_url: `${config.publicUrl}/cancel`,
        expires_at: Math.floor(now.getTime() / 1_000) + checkoutSeconds,
      };
      const once = { idempotencyKey: paymentId };
      const session = await stripe.call('checkout', (sdk) => sdk.checkout.sessions.create(checkout, once));
      if (!session.url) throw new AppError('payment_provider_away', { detail: 'checkout: no address' });
      return { ref: session.id, onsiteUuid: null, redirectUrl: session.url };
    },
    async closePayment(placeRef) {
      const session = await stripe.find('checkout', (sdk) => sdk.checkout.sessions.retrieve(placeRef));
      if (session?.status === 'open') await stripe.call('checkout end', (sdk) => sdk.checkout.sessions.expire(placeRef));
      if (session?.status !== 'complete') return 'closed';
      const ref = typeof session.subscription === 'string' ? session.subscription : session.subscription?.id;
      if (ref) await subscriptions.settle(ref, { is: 'ended' });
      return 'paid';
    },
    async askPayment({ placeRef }) {
      const session = await stripe.find('checkout', (sdk) => sdk.checkout.sessions.retrieve(placeRef));
      return session && events.ofCheckout(`asked:${session.id}:${session.status}`, session);
    },
    ...subscriptions,
  };
}
