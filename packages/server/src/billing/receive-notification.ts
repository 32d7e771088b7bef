import { type PaymentStatus, planById } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { payment, paymentEvent } from '../db/schema.ts';
import type { Notification, PaymentProvider, ProviderEvent } from '../payments/provider.ts';
import { moveSubscription } from './move-subscription.ts';
import { type PaymentEventType, paymentTable, type SubscriptionEvent } from './transitions.ts';
import { writeInvoice } from './write-invoice.ts';

type PaymentRow = typeof payment.$inferSelect;
type Parts = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log'>;

/** `repeat` = was taken before; `unknown` = for a payment that is not ours; else what the payment is now. */
export type Received = PaymentStatus | 'repeat' | 'unknown';

const purchases: Record<PaymentRow['purpose'], SubscriptionEvent> = {
  subscribe: 'purchase',
  upgrade: 'replace',
  renewal: 'renewal_paid',
};

/** What was paid is granted; `needs_review` when it cannot be, because something else runs by now. */
async function grant(tx: Tx, row: PaymentRow, now: Date): Promise<PaymentStatus> {
  const plan = planById(row.planId);
  if (!plan) return 'needs_review';
  const about = row.purpose === 'subscribe' ? {} : { about: row.subscriptionId };
  const event = purchases[row.purpose];
  const { step } = await moveSubscription(tx, { accountId: row.accountId, event, now, plan, provider: row.provider, ...about });
  return step === 'review' || step === 'ignore' ? 'needs_review' : 'complete';
}

/** The event as the table knows it: another amount or currency than agreed is none that may grant. */
function typeOf(event: ProviderEvent, row: PaymentRow): PaymentEventType {
  const isAsAgreed = event.amountCents === row.amountCents && event.currency === row.currency;
  return event.type === 'complete' && !isAsAgreed ? 'mismatch' : event.type;
}

async function settle({ config }: Parts, tx: Tx, row: PaymentRow, event: ProviderEvent, now: Date): Promise<PaymentStatus> {
  const next = paymentTable[row.status][typeOf(event, row)];
  if (next === row.status) return next;
  const status = next === 'complete' ? await grant(tx, row, now) : next;
  await tx.update(payment).set({ status, last4: event.last4, settledAt: now }).where(eq(payment.id, row.id));
  if (status === 'complete') await writeInvoice(tx, { payment: row, seller: config.invoiceSeller, now });
  if (row.purpose === 'renewal' && next === 'failed')
    await moveSubscription(tx, { accountId: row.accountId, event: 'renewal_failed', now, about: row.subscriptionId });
  return status;
}

/**
 * The one door for what a provider tells: checked by its signature, taken once however often it comes, in whatever order, and
 * written down. What it grants is committed with it.
 * @throws AppError notification_refused: nothing changed
 */
export async function receiveNotification(
  parts: Parts,
  provider: PaymentProvider,
  notification: Notification,
): Promise<Received> {
  const { db, clock, live, log } = parts;
  const event = provider.parse(notification);
  const now = clock.now();
  const told = { provider: provider.id, paymentId: event.paymentId, type: event.type };
  const received = await db.transaction(async (tx): Promise<Received> => {
    const [taken] = await tx
      .insert(paymentEvent)
      .values({ ...told, eventKey: event.key, outcome: 'unknown', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: paymentEvent.id });
    if (!taken) return 'repeat';
    const known = and(eq(payment.id, event.paymentId), eq(payment.provider, provider.id));
    const [row] = await tx.select().from(payment).where(known).for('no key update');
    if (!row) return 'unknown';
    const status = await settle(parts, tx, row, event, now);
    await tx.update(paymentEvent).set({ outcome: status }).where(eq(paymentEvent.id, taken.id));
    await live.publish([{ accountId: row.accountId, event: { type: 'usage.updated' } }], tx);
    return status;
  });
  if (received === 'needs_review') log.error(told, 'a payment needs review: it was not granted');
  else log.info({ ...told, received }, 'a payment was told');
  return received;
}
