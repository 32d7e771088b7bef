import { AppError, type PaymentStatus, type Plan, planById } from '@clearframe/contract';
import { and, asc, eq, like } from 'drizzle-orm';
import { payment, subscription } from '../db/schema.ts';
import type { EndEvent, RenewalEvent } from '../payments/provider.ts';
import { endUnordered } from './end-unordered.ts';
import { lockAccount, moveSubscription } from './move-subscription.ts';
import { tellProvider } from './provider-tasks.ts';
import type { PaymentRow, Settled, Settling } from './settled.ts';
import type { SubscriptionRow } from './subscriptions.ts';
import { paymentTable } from './transitions.ts';
import { writeInvoice } from './write-invoice.ts';

/** The subscription that a remote provider means, with its account locked. */
async function subscriptionOf({ tx, provider }: Settling, ref: string): Promise<SubscriptionRow | undefined> {
  const is = and(eq(subscription.provider, provider.id), eq(subscription.providerRef, ref));
  const [found] = await tx.select({ accountId: subscription.accountId }).from(subscription).where(is);
  if (!found) return undefined;
  await lockAccount(tx, found.accountId);
  const [row] = await tx.select().from(subscription).where(is);
  return row;
}

/** Something about a payment that is still open may be the first word of a subscription: it is told again later. */
async function notKnown({ tx, provider }: Settling, paymentId: string | null): Promise<Settled> {
  const [row] = paymentId
    ? await tx
        .select()
        .from(payment)
        .where(and(eq(payment.id, paymentId), eq(payment.provider, provider.id)))
    : [];
  if (row?.status === 'pending') throw new AppError('busy', { detail: 'a subscription came before its payment' });
  return { accountId: row?.accountId ?? null, status: row?.status ?? 'unknown' };
}

type Agreed = { plan: Plan; amountCents: number; keepsPending: boolean };

/** Which plan a charge is for: the cheaper one that was chosen, or the one that runs while the provider has not heard of it. */
function agreedFor(row: SubscriptionRow, { amountCents }: RenewalEvent): Agreed | undefined {
  const pending = row.pendingPlanId === null ? undefined : planById(row.pendingPlanId);
  if (pending && row.pendingPriceCents === amountCents) return { plan: pending, amountCents, keepsPending: false };
  const plan = planById(row.planId);
  return plan && row.priceCents !== null ? { plan, amountCents: row.priceCents, keepsPending: pending !== undefined } : undefined;
}

/** The payment of that charge, begun now when the provider told of it for the first time. */
async function paymentOf(
  { tx, provider, now }: Settling,
  row: SubscriptionRow,
  agreed: Agreed,
  event: RenewalEvent,
): Promise<PaymentRow> {
  const of = eq(payment.provider, provider.id);
  const [known] = await tx
    .select()
    .from(payment)
    .where(and(of, eq(payment.chargeRef, event.chargeRef)))
    .for('no key update');
  if (known) return known;
  const isAsked = and(of, eq(payment.subscriptionId, row.id), like(payment.chargeRef, 'asked:%'), eq(payment.status, 'complete'));
  // The charge behind an answer gets its own notification, however late: it grants no second month. A later charge that takes its place
  // leaves its own month to the next question.
  const [asked] = event.chargeRef.startsWith('asked:')
    ? []
    : await tx.select().from(payment).where(isAsked).orderBy(asc(payment.settledAt)).limit(1);
  if (asked) {
    await tx.update(payment).set({ chargeRef: event.chargeRef }).where(eq(payment.id, asked.id));
    return { ...asked, chargeRef: event.chargeRef };
  }
  const charge = { chargeRef: event.chargeRef, amountCents: agreed.amountCents, currency: provider.currency };
  const [begun] = await tx
    .insert(payment)
    .values({
      ...charge,
      accountId: row.accountId,
      provider: provider.id,
      planId: agreed.plan.id,
      subscriptionId: row.id,
      purpose: 'renewal',
      status: 'pending',
      createdAt: now,
    })
    .returning();
  if (!begun) throw new Error('The renewal was not written');
  return begun;
}

/** A remote provider charged a month by itself, or could not: the same table as for a payment that a person began. */
export async function settleRenewal(at: Settling, event: RenewalEvent): Promise<Settled> {
  const { tx, provider, now } = at;
  const row = await subscriptionOf(at, event.subscriptionRef);
  if (!row) return endUnordered(at, event, await notKnown(at, event.paymentId));
  if (event.askedPeriod !== undefined && event.askedPeriod !== row.periodNumber)
    return { accountId: row.accountId, status: 'overtaken' };
  const agreed = agreedFor(row, event);
  if (!agreed) return notKnown(at, event.paymentId);
  const { accountId } = row;
  const paid = await paymentOf(at, row, agreed, event);
  const isAsAgreed = event.amountCents === paid.amountCents && event.currency === provider.currency;
  const type = event.type === 'renewal_failed' ? 'failed' : isAsAgreed ? 'complete' : 'mismatch';
  const next = paymentTable[paid.status][type];
  if (next === paid.status) return { accountId, status: next };
  let status: PaymentStatus = next;
  const move = { accountId, now, about: row.id } as const;
  if (next === 'complete') {
    const { plan, amountCents: priceCents, keepsPending } = agreed;
    const moved = await moveSubscription(tx, { ...move, event: 'renewal_paid', plan, priceCents, keepsPending });
    if (moved.step === 'review' || moved.step === 'ignore') status = 'needs_review';
  }
  if (next === 'failed') await moveSubscription(tx, { ...move, event: 'renewal_failed' });
  await tx.update(payment).set({ status, last4: event.last4, settledAt: now }).where(eq(payment.id, paid.id));
  if (status === 'complete') await writeInvoice(tx, { payment: paid, now });
  // The provider charged what it should not have: it may not have taken in what it was told.
  if (status === 'needs_review') await tellProvider(tx, [row], now);
  return { accountId, status };
}

/** A remote provider will not charge any more. What was paid stays; a newer subscription of the account is not touched. */
export async function settleEnd(at: Settling, event: EndEvent): Promise<Settled> {
  const row = await subscriptionOf(at, event.subscriptionRef);
  if (!row) return notKnown(at, event.paymentId);
  await moveSubscription(at.tx, { accountId: row.accountId, event: 'provider_ended', now: at.now, about: row.id });
  return { accountId: row.accountId, status: 'cancelled' };
}
