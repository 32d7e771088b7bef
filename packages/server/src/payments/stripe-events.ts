import type Stripe from 'stripe';
import { z } from 'zod';
import type { Secrets } from '../security/secrets.ts';
import type { EndEvent, ProviderEvent, RefundEvent } from './provider.ts';
import type { StripeCalls } from './stripe-client.ts';

const uuid = z.uuid();
type Metadata = { [name: string]: string } | null | undefined;
type Marked = { paymentId: string; origin?: 'unmarked' | 'foreign' };

/** What a checkout and its subscription carry: our name for the payment, and the proof that this server wrote it. */
export const marksOf = (secrets: Secrets, paymentId: string) => ({
  payment_id: paymentId,
  payment_proof: secrets.sign('payment', paymentId),
});

const refOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/** Whether Stripe will not charge a subscription any more. */
export const isOver = ({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'unpaid' || cancel_at_period_end || cancel_at !== null;

/** Makes events of what Stripe has. Two servers may share one Stripe account, so each tells what is its own by its key. */
export function createStripeEvents(secrets: Secrets) {
  /** Our name for the payment, by which what is ours is told apart from the rest of the Stripe account. */
  function marked(metadata: Metadata): Marked | null {
    const read = uuid.safeParse(metadata?.payment_id);
    if (!read.success) return null;
    const proof = metadata?.payment_proof;
    if (proof === undefined) return { paymentId: read.data, origin: 'unmarked' };
    return secrets.verify('payment', read.data, proof) ? { paymentId: read.data } : { paymentId: read.data, origin: 'foreign' };
  }

  return {
    /**
     * A checkout as it stands; null while it is open, or when it is none of ours.
     * @param isRefused Stripe told that a payment which takes days was refused
     */
    ofCheckout(key: string, session: Stripe.Checkout.Session, isRefused = false): ProviderEvent | null {
      const mark = marked(session.metadata);
      if (!mark || session.mode !== 'subscription') return null;
      const charge = {
        key,
        ...mark,
        amountCents: session.amount_total ?? 0,
        currency: (session.currency ?? '').toUpperCase(),
        last4: null,
        chargeRef: refOf(session.invoice),
        subscriptionRef: refOf(session.subscription),
      };
      if (session.status === 'expired') return { ...charge, type: 'cancelled' };
      if (session.status !== 'complete') return null;
      if (session.payment_status === 'paid') return { ...charge, type: 'complete' };
      return isRefused ? { ...charge, type: 'failed' } : null;
    },

    /** An invoice as it stands. The first one of a subscription is the payment that a person began, the others are renewals. */
    ofInvoice(key: string, invoice: Stripe.Invoice): ProviderEvent | null {
      const about = invoice.parent?.subscription_details;
      const mark = marked(about?.metadata);
      const subscriptionRef = refOf(about?.subscription);
      const { id: chargeRef, billing_reason: reason } = invoice;
      if (!mark || !subscriptionRef || !chargeRef) return null;
      const isPaid = invoice.status === 'paid';
      const charge = {
        key,
        ...mark,
        chargeRef,
        subscriptionRef,
        last4: null,
        currency: invoice.currency.toUpperCase(),
        amountCents: isPaid ? invoice.amount_paid : invoice.amount_due,
      };
      if (reason === 'subscription_create') return isPaid ? { ...charge, type: 'complete' } : null;
      if (reason !== 'subscription_cycle') return null;
      if (isPaid) return { ...charge, type: 'renewed' };
      const isRefused = invoice.status === 'uncollectible' || (invoice.status === 'open' && invoice.attempt_count > 0);
      return isRefused ? { ...charge, type: 'renewal_failed' } : null;
    },

    ofSubscription(key: string, subscription: Stripe.Subscription): EndEvent | null {
      const mark = marked(subscription.metadata);
      if (!mark || !isOver(subscription)) return null;
      return { key, type: 'subscription_ended', paymentId: mark.paymentId, subscriptionRef: subscription.id };
    },

    /** The invoice behind a charge that went back; null when it was for something else. */
    async ofRefund(stripe: StripeCalls, key: string, intent: string | { id: string } | null): Promise<RefundEvent | null> {
      const payment_intent = refOf(intent);
      if (!payment_intent) return null;
      const params = { payment: { type: 'payment_intent' as const, payment_intent }, limit: 1 };
      const paid = await stripe.call('invoice payments', (sdk) => sdk.invoicePayments.list(params));
      const chargeRef = refOf(paid.data[0]?.invoice);
      const invoice = chargeRef ? await stripe.find('invoice', (sdk) => sdk.invoices.retrieve(chargeRef)) : null;
      const mark = marked(invoice?.parent?.subscription_details?.metadata);
      return chargeRef && mark ? { key, type: 'charge_refunded', paymentId: mark.paymentId, chargeRef } : null;
    },
  };
}

export type StripeEvents = ReturnType<typeof createStripeEvents>;
