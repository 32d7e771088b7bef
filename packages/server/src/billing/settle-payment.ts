import { AppError, type PaymentStatus, planById } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { payment, subscription } from '../db/schema.ts';
import type { PaymentEvent, RefundEvent } from '../payments/provider.ts';
import { endUnordered } from './end-unordered.ts';
import { lockAccount, moveSubscription } from './move-subscription.ts';
import { tellProvider } from './provider-tasks.ts';
import { settleRenewal } from './settle-renewal.ts';
import { type PaymentRow, type Settled, type Settling, unknown } from './settled.ts';
import { type PaymentEventType, paymentTable } from './transitions.ts';
import { writeInvoice } from './write-invoice.ts';

/** What was paid is granted; `needs_review` when it cannot be, because something else runs by now. */
async function grant({ tx, now }: Settling, row: PaymentRow, event: PaymentEvent): Promise<PaymentStatus> {
  const plan = planById(row.planId);
  if (!plan) return 'needs_review';
  const { accountId, provider, amountCents: priceCents } = row;
  const charged = { provider, priceCents, providerRef: event.subscriptionRef ?? null };
  const about = row.purpose === 'subscribe' ? {} : { about: row.subscriptionId };
  const kind = row.purpose === 'subscribe' ? 'purchase' : row.purpose === 'upgrade' ? 'replace' : 'renewal_paid';
  const { step } = await moveSubscription(tx, { accountId, event: kind, now, plan, ...charged, ...about });
  return step === 'review' || step === 'ignore' ? 'needs_review' : 'complete';
}

/** The event as the table knows it: another amount or currency than agreed is none that may grant. */
function typeOf(event: PaymentEvent, row: PaymentRow): PaymentEventType {
  const isAsAgreed = event.amountCents === row.amountCents && event.currency === row.currency;
  return event.type === 'complete' && !isAsAgreed ? 'mismatch' : event.type;
}

/** What was paid and not granted is not charged again: a person gives back the first month, nobody a second one. */
async function endUngranted({ tx, now }: Settling, row: PaymentRow, ref: string | null | undefined): Promise<void> {
  const { accountId, provider } = row;
  if (!ref) return;
  const [known] = await tx
    .select({ id: subscription.id })
    .from(subscription)
    .where(and(eq(subscription.provider, provider), eq(subscription.providerRef, ref)));
  if (!known) await tellProvider(tx, [{ id: null, accountId, provider, providerRef: ref }], now);
}

/**
 * Whether this is another charge under the name of a payment that is complete. PayFast names the next month so; of other providers it is
 * a payment made twice, which the way of renewals ends.
 */
const isAnotherCharge = (event: PaymentEvent, row: PaymentRow): boolean =>
  event.type === 'complete' &&
  (row.status === 'complete' || row.status === 'refunded') &&
  Boolean(event.chargeRef && row.chargeRef && event.subscriptionRef && event.chargeRef !== row.chargeRef);

/** Lets an event happen to the payment that a person began, as the table says. */
export async function settlePayment(at: Settling, event: PaymentEvent): Promise<Settled> {
  const { tx, provider, now } = at;
  const known = and(eq(payment.id, event.paymentId), eq(payment.provider, provider.id));
  const [found] = await tx.select({ accountId: payment.accountId }).from(payment).where(known);
  // The account before its rows, as everywhere: an account that is being closed holds its own lock and waits for this one.
  if (found) await lockAccount(tx, found.accountId);
  const [row] = await tx.select().from(payment).where(known).for('no key update');
  if (!row) return event.type === 'complete' ? endUnordered(at, event, null) : unknown;
  const { chargeRef, subscriptionRef } = event;
  if (isAnotherCharge(event, row) && chargeRef && subscriptionRef)
    return settleRenewal(at, { ...event, type: 'renewed', chargeRef, subscriptionRef });
  const type = typeOf(event, row);
  const next = paymentTable[row.status][type];
  if (next === row.status) {
    // Charged again, or once more for the first time, although nothing was granted for it.
    if (next === 'needs_review' && event.type === 'complete') await endUngranted(at, row, subscriptionRef);
    return { accountId: row.accountId, status: next };
  }
  const status = next === 'complete' ? await grant(at, row, event) : next;
  await tx
    .update(payment)
    .set({ status, last4: event.last4, settledAt: now, chargeRef: chargeRef ?? row.chargeRef })
    .where(eq(payment.id, row.id));
  if (status === 'complete') await writeInvoice(tx, { payment: row, now });
  if (status === 'needs_review') await endUngranted(at, row, subscriptionRef);
  if (row.purpose === 'renewal' && next === 'failed') {
    // A refusal that comes after another try was paid says nothing about the month that runs by now.
    const period = row.periodNumber === null ? {} : { period: row.periodNumber - 1 };
    await moveSubscription(tx, { accountId: row.accountId, event: 'renewal_failed', now, about: row.subscriptionId, ...period });
  }
  return { accountId: row.accountId, status };
}

/**
 * The money went back, or is disputed: the payment says so and an operator is told. Access is not taken by itself.
 * @throws AppError busy when the payment is not known as made yet: the provider tells again
 */
export async function settleRefund({ tx, provider, now }: Settling, event: RefundEvent): Promise<Settled> {
  const find = async (which: ReturnType<typeof eq>) => {
    const [row] = await tx
      .select()
      .from(payment)
      .where(and(which, eq(payment.provider, provider.id)))
      .for('no key update');
    return row;
  };
  const charged = await find(eq(payment.chargeRef, event.chargeRef));
  const row = charged ?? (event.paymentId ? await find(eq(payment.id, event.paymentId)) : undefined);
  if (!row) return unknown;
  if (!charged || row.status === 'pending') throw new AppError('busy', { detail: 'a refund came before its payment' });
  const status = paymentTable[row.status].refunded;
  if (status !== row.status) await tx.update(payment).set({ status, settledAt: now }).where(eq(payment.id, row.id));
  return { accountId: row.accountId, status };
}
