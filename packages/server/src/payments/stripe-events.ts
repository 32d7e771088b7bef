import type Stripe from 'stripe';
import { z } from 'zod';
import type { EndEvent, ProviderEvent, RefundEvent } from './provider.ts';
import type { StripeCalls } from './stripe-client.ts';

const uuid = z.uuid();
type Metadata = { [name: string]: string } | null | undefined;

/** Our name for the payment, by which what is ours is told apart from the rest of the Stripe account. */
const paymentOf = (metadata: Metadata): string | null => {
  const read = uuid.safeParse(metadata?.payment_id);
  return read.success ? read.data : null;
};

const refOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

/**
 * A checkout as it stands; null while it is open, or when it is none of ours.
 * @param isRefused Stripe told that a payment which takes days was refused
 */
export function checkoutEvent(key: string, session: Stripe.Checkout.Session, isRefused = false): ProviderEvent | null {
  const paymentId = paymentOf(session.metadata);
  if (!paymentId || session.mode !== 'subscription') return null;
  const charge = {
    ...{ key, paymentId, amountCents: session.amount_total ?? 0, currency: (session.currency ?? '').toUpperCase(), last4: null },
    ...{ chargeRef: refOf(session.invoice), subscriptionRef: refOf(session.subscription) },
  };
  if (session.status === 'expired') return { ...charge, type: 'cancelled' };
  if (session.status !== 'complete') return null;
  if (session.payment_status === 'paid') return { ...charge, type: 'complete' };
  return isRefused ? { ...charge, type: 'failed' } : null;
}

/** An invoice as it stands. The first one of a subscription is the payment that a person began, the others are renewals. */
export function invoiceEvent(key: string, invoice: Stripe.Invoice): ProviderEvent | null {
  const about = invoice.parent?.subscription_details;
  const paymentId = paymentOf(about?.metadata);
  const subscriptionRef = refOf(about?.subscription);
  const { id: chargeRef, billing_reason: reason } = invoice;
  if (!paymentId || !subscriptionRef || !chargeRef) return null;
  const isPaid = invoice.status === 'paid';
  const charge = {
    ...{ key, paymentId, chargeRef, subscriptionRef, last4: null, currency: invoice.currency.toUpperCase() },
    amountCents: isPaid ? invoice.amount_paid : invoice.amount_due,
  };
  if (reason === 'subscription_create') return isPaid ? { ...charge, type: 'complete' } : null;
  if (reason !== 'subscription_cycle') return null;
  if (isPaid) return { ...charge, type: 'renewed' };
  const isRefused = invoice.status === 'uncollectible' || (invoice.status === 'open' && invoice.attempt_count > 0);
  return isRefused ? { ...charge, type: 'renewal_failed' } : null;
}

/** Whether Stripe will not charge a subscription any more. */
export const isOver = ({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'unpaid' || cancel_at_period_end || cancel_at !== null;

export function subscriptionEvent(key: string, subscription: Stripe.Subscription): EndEvent | null {
  const paymentId = paymentOf(subscription.metadata);
  if (!paymentId || !isOver(subscription)) return null;
  return { key, type: 'subscription_ended', paymentId, subscriptionRef: subscription.id };
}

/** The invoice behind a charge that went back; null when it was for something else. */
export async function refundEvent(
  stripe: StripeCalls,
  key: string,
  intent: string | { id: string } | null,
): Promise<RefundEvent | null> {
  const payment_intent = refOf(intent);
  if (!payment_intent) return null;
  const params = { payment: { type: 'payment_intent' as const, payment_intent }, limit: 1 };
  const paid = await stripe.call('invoice payments', (sdk) => sdk.invoicePayments.list(params));
  const chargeRef = refOf(paid.data[0]?.invoice);
  const invoice = chargeRef ? await stripe.find('invoice', (sdk) => sdk.invoices.retrieve(chargeRef)) : null;
  const paymentId = paymentOf(invoice?.parent?.subscription_details?.metadata);
  return chargeRef && paymentId ? { key, type: 'charge_refunded', paymentId, chargeRef } : null;
}
