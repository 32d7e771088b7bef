import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import type { Notification, ProviderEvent } from './provider.ts';
import type { RemoteProviderContext } from './remote-provider-context.ts';
import type { StripeCalls } from './stripe-client.ts';
import type { StripeEvents } from './stripe-events.ts';

/** An older one is a replay from somebody's record. Stripe signs each of its own retries anew. */
const toleranceSeconds = 300;

/** Its form changes with the version that the Stripe account is set to: beyond these names everything is fetched. */
const Told = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  data: z.object({ object: z.object({ id: z.string() }) }),
});
type Told = z.infer<typeof Told>;

/**
 * Reads a notification: its signature and age, then the thing that it is about as Stripe has it now. What it was when the
 * notification left may be old by the time that it arrives, or come after what followed.
 * @throws AppError notification_refused, payment_provider_away when Stripe could not be asked: it will tell again
 */
export function createStripeReader(
  { settings, clock, log }: RemoteProviderContext<'stripe'>,
  stripe: StripeCalls,
  events: StripeEvents,
) {
  const refused = (detail: string) => new AppError('notification_refused', { detail });

  async function refund({ id, type, data }: Told): Promise<ProviderEvent | null> {
    if (type === 'charge.dispute.created') {
      const dispute = await stripe.find('dispute', (sdk) => sdk.disputes.retrieve(data.object.id));
      return dispute && events.ofRefund(stripe, id, dispute.payment_intent);
    }
    const charge = await stripe.find('charge', (sdk) => sdk.charges.retrieve(data.object.id));
    if (!charge) return null;
    if (!charge.refunded) {
      log.warn({ charge: charge.id }, 'a part of a charge was given back: its payment stays complete');
      return null;
    }
    return events.ofRefund(stripe, id, charge.payment_intent);
  }

  async function eventOf(told: Told): Promise<ProviderEvent | null> {
    const { id, type } = told;
    const about = told.data.object.id;
    switch (type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired': {
        const session = await stripe.find('checkout', (sdk) => sdk.checkout.sessions.retrieve(about));
        return session && events.ofCheckout(id, session, type === 'checkout.session.async_payment_failed');
      }
      case 'invoice.paid':
      case 'invoice.payment_failed': {
        const invoice = await stripe.find('invoice', (sdk) => sdk.invoices.retrieve(about));
        return invoice && events.ofInvoice(id, invoice);
      }
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted': {
        const subscription = await stripe.find('subscription', (sdk) => sdk.subscriptions.retrieve(about));
        return subscription && events.ofSubscription(id, subscription);
      }
      case 'charge.refunded':
      case 'charge.dispute.created':
        return refund(told);
      default:
        return null;
    }
  }

  return async ({ headers, body }: Notification): Promise<ProviderEvent | null> => {
    const { webhooks } = await stripe.sdk();
    const signature = headers['stripe-signature'];
    let content: unknown;
    try {
      const at = clock.now().getTime();
      content = webhooks.constructEvent(body, signature ?? '', settings.webhookSecret, toleranceSeconds, undefined, at);
    } catch {
      throw refused('signature');
    }
    const told = Told.safeParse(content);
    if (!told.success) throw refused('not an event');
    return eventOf(told.data);
  };
}
