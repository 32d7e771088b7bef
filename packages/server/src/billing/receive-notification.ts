import type { PaymentStatus } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, paymentEvent } from '../db/schema.ts';
import type { Notification, PaymentProvider, ProviderEvent } from '../payments/provider.ts';
import { settlePayment, settleRefund } from './settle-payment.ts';
import { settleEnd, settleRenewal } from './settle-renewal.ts';
import type { Alarm, Settled, Settling } from './settled.ts';

type Taken = { received: Received; alarm: keyof typeof alarms | null };
type NotificationContext = Pick<Context, 'db' | 'clock' | 'live' | 'log'>;

/**
 * `repeat` = was taken before; `unknown` = about nothing of ours;
 * `overtaken` = an answer that came too late; else what the payment is now.
 */
export type Received = PaymentStatus | 'repeat' | 'unknown' | 'overtaken';

/** What an operator has to do about money that was not granted. */
const alarms: Record<Alarm | 'closed' | 'review', string> = {
  review: 'a payment needs review: it was not granted',
  closed: 'a payment came for a closed account: the provider cancels its subscription. Give the money back there.',
  unordered:
    'a payment came for no account or order of this server: the provider cancels its subscription. Give the money back there.',
  unpaid: 'a payment failed for no account or order of this server: the provider cancels its subscription. No money came.',
  unmarked: 'unknown payment: check the dashboard of its provider',
};

async function alarmOf(tx: Tx, { accountId, status, alarm }: Settled): Promise<keyof typeof alarms | null> {
  if (alarm || status !== 'needs_review') return alarm ?? null;
  const [owner] = accountId ? await tx.select({ at: account.deletedAt }).from(account).where(eq(account.id, accountId)) : [];
  return owner && owner.at !== null ? 'closed' : 'review';
}

function settle(at: Settling, event: ProviderEvent): Promise<Settled> {
  switch (event.type) {
    case 'renewed':
    case 'renewal_failed':
      return settleRenewal(at, event);
    case 'charge_refunded':
      return settleRefund(at, event);
    case 'subscription_ended':
      return settleEnd(at, event);
    default:
      return settlePayment(at, event);
  }
}

/**
 * Takes what a provider told, once however often it comes, in whatever order, and writes it down. What it grants is committed with it.
 * @throws AppError busy when it came before what it is about: the provider tells again
 */
export async function takeEvent(
  { db, clock, live, log }: NotificationContext,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<Received> {
  const now = clock.now();
  const told = { provider: provider.id, paymentId: event.paymentId, type: event.type };
  const { received, alarm } = await db.transaction(async (tx): Promise<Taken> => {
    const [taken] = await tx
      .insert(paymentEvent)
      .values({ ...told, eventKey: event.key, outcome: 'unknown', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: paymentEvent.id });
    if (!taken) return { received: 'repeat', alarm: null };
    const settled = await settle({ tx, provider, now }, event);
    const { accountId, status } = settled;
    // Asked again about the period that runs by now, the provider may give the same answer: that one counts.
    if (status === 'overtaken') await tx.delete(paymentEvent).where(eq(paymentEvent.id, taken.id));
    if (accountId !== null && status !== 'overtaken') {
      await tx.update(paymentEvent).set({ outcome: status }).where(eq(paymentEvent.id, taken.id));
      await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    }
    return { received: status, alarm: await alarmOf(tx, settled) };
  });
  if (alarm) log.error(told, alarms[alarm]);
  else if (received === 'refunded')
    log.error(told, 'a payment was given back or is disputed: its access goes on until you end it');
  else log.info({ ...told, received }, 'payment notification received');
  return received;
}

/**
 * The one door for what a provider tells: checked by its signature, then taken.
 * @throws AppError notification_refused: nothing changed; payment_provider_away, busy: it has to be told again
 */
export async function receiveNotification(
  context: NotificationContext,
  provider: PaymentProvider,
  notification: Notification,
): Promise<Received> {
  const event = await provider.parse(notification);
  return event === null ? 'unknown' : takeEvent(context, provider, event);
}
