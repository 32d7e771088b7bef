import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { payment, subscription } from '../db/schema.ts';
import type { ProviderEvent, RemoteProvider } from '../payments/provider.ts';
import { takeEvent } from './receive-notification.ts';

type ReconcileContext = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log' | 'payments'>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** An open payment is asked about from then on, and again each time after, for a day. */
const paymentFirstMs = 5 * minuteMs;
const paymentAgainMs = 30 * minuteMs;
const paymentWatchedMs = 24 * hourMs;
/** A renewal that nobody told of is asked about from an hour after the end of the period, and again each time after. */
const renewalFirstMs = hourMs;
const renewalAgainMs = 6 * hourMs;
/** Questions of one run: the next one, a minute later, goes on. */
const batch = 25;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Takes what the provider answers; a provider that is away is asked again. */
async function take(
  context: ReconcileContext,
  provider: RemoteProvider,
  ask: () => Promise<ProviderEvent | null>,
): Promise<boolean> {
  try {
    const event = await ask();
    if (event === null) return false;
    const received = await takeEvent(context, provider, event);
    return received !== 'repeat' && received !== 'overtaken';
  } catch (error) {
    context.log.warn({ err: error }, 'could not reach the payment provider');
    return false;
  }
}

/** Asks what became of payments that nobody told about. Returns how many got an answer. */
export async function askAboutPayments(context: ReconcileContext): Promise<number> {
  const { db, clock, payments } = context;
  if (!payments || payments.id === 'sandbox') return 0;
  const now = clock.now();
  const open = and(
    eq(payment.provider, payments.id),
    inArray(payment.status, ['pending', 'expired']),
    isNotNull(payment.placeRef),
    lte(payment.createdAt, before(now, paymentFirstMs)),
    gt(payment.createdAt, before(now, paymentWatchedMs)),
    or(isNull(payment.askedAt), lte(payment.askedAt, before(now, paymentAgainMs))),
  );
  const rows = await db.select().from(payment).where(open).orderBy(asc(payment.createdAt)).limit(batch);
  let answered = 0;
  for (const { id, placeRef } of rows) {
    await db.update(payment).set({ askedAt: now }).where(eq(payment.id, id));
    const ask = () => payments.askPayment({ paymentId: id, placeRef: placeRef ?? '' });
    if (await take(context, payments, ask)) answered += 1;
  }
  return answered;
}

/** Asks about subscriptions whose period is over although no renewal was told. Returns how many got an answer. */
export async function askAboutRenewals(context: ReconcileContext): Promise<number> {
  const { db, clock, payments } = context;
  if (!payments || payments.id === 'sandbox') return 0;
  const now = clock.now();
  const due: SQL | undefined = and(
    eq(subscription.provider, payments.id),
    inArray(subscription.status, ['active', 'past_due']),
    isNotNull(subscription.providerRef),
    lte(subscription.currentPeriodEnd, before(now, renewalFirstMs)),
    or(isNull(subscription.askedAt), lte(subscription.askedAt, before(now, renewalAgainMs))),
  );
  const rows = await db.select().from(subscription).where(due).orderBy(sql`${subscription.askedAt} nulls first`).limit(batch);
  let answered = 0;
  for (const { id, providerRef, currentPeriodEnd: periodEnd, periodNumber: askedPeriod } of rows) {
    await db.update(subscription).set({ askedAt: now }).where(eq(subscription.id, id));
    const ask = async (): Promise<ProviderEvent | null> => {
      const event = await payments.askSubscription({ ref: providerRef ?? '', periodEnd });
      // The charge may be told of while its answer is on the way: then it is the answer about a period that is over.
      return event?.type === 'renewed' || event?.type === 'renewal_failed' ? { ...event, askedPeriod } : event;
    };
    if (await take(context, payments, ask)) answered += 1;
  }
  return answered;
}
