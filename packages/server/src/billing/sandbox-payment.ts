import { AppError, type PaymentStatus, type Plan, planById, type SandboxOutcome } from '@clearframe/contract';
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { payment } from '../db/schema.ts';
import type { PaymentEvent } from '../payments/provider.ts';
import { receiveNotification } from './receive-notification.ts';

/** How long a payment's page can be used. */
export const paymentLifeMs = 30 * 60_000;

/** How long the notification of a late card takes. */
const lateMs = 5_000;

const types: Record<SandboxOutcome['outcome'], PaymentEvent['type']> = {
  success: 'complete',
  late_success: 'complete',
  challenge_approved: 'complete',
  decline: 'failed',
  insufficient_funds: 'failed',
  challenge_rejected: 'failed',
  cancel: 'cancelled',
};

type PaymentRow = typeof payment.$inferSelect;

async function findOnsite(db: Context['db'], uuid: string): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.onsiteUuid, uuid), eq(payment.provider, 'sandbox')));
  return row;
}

const isOpen = (row: PaymentRow, now: Date): boolean =>
  row.status === 'pending' && now.getTime() - row.createdAt.getTime() < paymentLifeMs;

/** What the page of a test payment shows; undefined when there is no such payment. */
export async function sandboxPayment(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  uuid: string,
): Promise<{ plan: Plan; amountCents: number; currency: string; isOpen: boolean } | undefined> {
  const row = await findOnsite(db, uuid);
  const plan = row && planById(row.planId);
  return row && plan && { plan, amountCents: row.amountCents, currency: row.currency, isOpen: isOpen(row, clock.now()) };
}

type NotifyContext = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log' | 'payments'>;
type Outcome = Pick<SandboxOutcome, 'outcome' | 'last4'>;

/** Signs a notification of the outcome and sends it through the door of every notification. */
async function notify(context: NotifyContext, row: PaymentRow, { outcome, last4 }: Outcome): Promise<PaymentStatus> {
  if (context.payments?.id !== 'sandbox') throw new AppError('payment_not_found');
  const type = types[outcome];
  const { id: paymentId, amountCents, currency } = row;
  const event = { key: `${paymentId}:${type}`, type, paymentId, amountCents, currency, last4 };
  const received = await receiveNotification(context, context.payments, context.payments.notify(event));
  if (received === 'repeat' || received === 'unknown' || received === 'overtaken') throw new AppError('payment_over');
  return received;
}

/**
 * Plays the provider: what the window decided becomes a notification, at once or, for a late card, by a job.
 * @throws AppError payment_not_found (none of this account), payment_over (settled or older than 30 minutes)
 */
export async function settleSandboxPayment(
  context: NotifyContext & Pick<Context, 'queue'>,
  { accountId, uuid, outcome, last4 }: SandboxOutcome & { accountId: string; uuid: string },
): Promise<PaymentStatus> {
  const { db, clock, payments, queue } = context;
  const row = await findOnsite(db, uuid);
  if (payments?.id !== 'sandbox' || !row || row.accountId !== accountId) throw new AppError('payment_not_found');
  if (!isOpen(row, clock.now())) throw new AppError('payment_over');
  if (outcome !== 'late_success') return notify(context, row, { outcome, last4 });
  await queue.add('sandbox-notify', { uuid, last4 }, { startAfterMs: lateMs, singletonKey: uuid });
  return row.status;
}

/** The notification of a late card. Whatever became of the payment meanwhile: a payment is told when it was made. */
export async function notifyLate(context: NotifyContext, { uuid, last4 }: { uuid: string; last4: string | null }): Promise<void> {
  const row = await findOnsite(context.db, uuid);
  if (!row) return;
  await notify(context, row, { outcome: 'success', last4 }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'payment_over')) throw error;
  });
}

/** Closes payments that nobody made in time. Returns how many. */
export async function expirePayments({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const old = new Date(now.getTime() - paymentLifeMs);
  const due = and(eq(payment.status, 'pending'), lte(payment.createdAt, old));
  return db.transaction(async (tx) => {
    // What a notification or a deletion is settling right now is left to it: whoever waited here could wait for each other.
    const free = await tx.select({ id: payment.id }).from(payment).where(due).for('no key update', { skipLocked: true });
    const ids = free.map(({ id }) => id);
    const closed = await tx.update(payment).set({ status: 'expired', settledAt: now }).where(inArray(payment.id, ids));
    return closed.rowCount ?? 0;
  });
}
