import type { PaymentStatus } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { paymentEvent } from '../db/schema.ts';
import type { Notification, PaymentProvider, ProviderEvent } from '../payments/provider.ts';
import { type Settled, type Settling, settlePayment, settleRefund } from './settle-payment.ts';
import { settleEnd, settleRenewal } from './settle-renewal.ts';

type Parts = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log'>;

/** `repeat` = was taken before; `unknown` = about nothing of ours; else what the payment is now. */
export type Received = PaymentStatus | 'repeat' | 'unknown';

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
  { config, db, clock, live, log }: Parts,
  provider: PaymentProvider,
  event: ProviderEvent,
): Promise<Received> {
  const now = clock.now();
  const told = { provider: provider.id, paymentId: event.paymentId, type: event.type };
  const received = await db.transaction(async (tx): Promise<Received> => {
    const [taken] = await tx
      .insert(paymentEvent)
      .values({ ...told, eventKey: event.key, outcome: 'unknown', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: paymentEvent.id });
    if (!taken) return 'repeat';
    const { accountId, status } = await settle({ tx, provider, now, seller: config.invoiceSeller }, event);
    if (accountId === null) return status;
    await tx.update(paymentEvent).set({ outcome: status }).where(eq(paymentEvent.id, taken.id));
    await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    return status;
  });
  if (received === 'needs_review') log.error(told, 'a payment needs review: it was not granted');
  else if (received === 'refunded')
    log.error(told, 'a payment was given back or is disputed: its access goes on until you end it');
  else log.info({ ...told, received }, 'a payment was told');
  return received;
}

/**
 * The one door for what a provider tells: checked by its signature, then taken.
 * @throws AppError notification_refused: nothing changed; payment_provider_away, busy: it has to be told again
 */
export async function receiveNotification(
  parts: Parts,
  provider: PaymentProvider,
  notification: Notification,
): Promise<Received> {
  const event = await provider.parse(notification);
  return event === null ? 'unknown' : takeEvent(parts, provider, event);
}
