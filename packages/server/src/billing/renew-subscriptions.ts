import { planById } from '@clearframe/contract';
import { and, eq, inArray, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { payment, subscription } from '../db/schema.ts';
import type { SandboxProvider } from '../payments/provider.ts';
import { renewalWaitMs } from './access-times.ts';
import { lockAccount, moveSubscription } from './move-subscription.ts';
import { receiveNotification } from './receive-notification.ts';
import type { SubscriptionRow } from './subscriptions.ts';

const dayMs = 24 * 3_600_000;
/** Subscriptions that one run looks at: the next run, a minute later, goes on. */
const batch = 200;
/** A card whose first payment is taken and whose renewals are not: last four digits of 4000 0000 0000 0341. */
const renewalsFail = '0341';

type RenewalContext = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log'>;

const isDue = ({ id }: SandboxProvider, now: Date) =>
  and(
    eq(subscription.provider, id),
    inArray(subscription.status, ['active', 'past_due']),
    lte(subscription.currentPeriodEnd, now),
  );

/** Which card pays, by its last digits: that of the newest payment that was made. */
async function cardOf({ db }: RenewalContext, accountId: string): Promise<string | null> {
  const paid = and(eq(payment.accountId, accountId), eq(payment.status, 'complete'));
  const rows = await db.select({ last4: payment.last4, at: payment.settledAt }).from(payment).where(paid);
  return rows.sort((one, other) => Number(other.at) - Number(one.at))[0]?.last4 ?? null;
}

/** Whether that period was asked for often enough: once a day, and not while an answer is on its way. */
async function isAsked(tx: Tx, subscriptionId: string, periodNumber: number, attempt: number): Promise<boolean> {
  const of = and(eq(payment.subscriptionId, subscriptionId), eq(payment.periodNumber, periodNumber));
  const tries = await tx.select({ attempt: payment.attempt, status: payment.status }).from(payment).where(of);
  return tries.some((last) => last.status === 'pending' || (last.attempt ?? 0) >= attempt);
}

/** Begins the payment of the next period, unless another process did, the period has moved or the account closed meanwhile. */
async function beginRenewal({ db }: RenewalContext, provider: SandboxProvider, { id, accountId }: SubscriptionRow, now: Date) {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return undefined;
    const [row] = await tx
      .select()
      .from(subscription)
      .where(and(eq(subscription.id, id), isDue(provider, now)));
    if (!row) return undefined;
    const plan = planById(row.pendingPlanId ?? row.planId);
    if (!plan) throw new Error(`The plan of the subscription ${id} is not in the catalogue`);
    const periodNumber = row.periodNumber + 1;
    const attempt = Math.floor((now.getTime() - row.currentPeriodEnd.getTime()) / dayMs);
    if (await isAsked(tx, id, periodNumber, attempt)) return undefined;
    const agreed = {
      planId: plan.id,
      amountCents: provider.priceCents(plan),
      currency: provider.currency,
      provider: provider.id,
    };
    const [begun] = await tx
      .insert(payment)
      .values({
        ...agreed,
        accountId,
        purpose: 'renewal',
        status: 'pending',
        createdAt: now,
        subscriptionId: id,
        periodNumber,
        attempt,
      })
      .returning();
    return begun;
  });
}

/** Asks for the next period's payment: at the end of the period, then once a day. @returns whether it was asked for */
async function renewOne(context: RenewalContext, provider: SandboxProvider, row: SubscriptionRow, now: Date): Promise<boolean> {
  const begun = await beginRenewal(context, provider, row, now);
  if (!begun) return false;
  const { id: paymentId, accountId, amountCents, currency } = begun;
  const last4 = await cardOf(context, accountId);
  const type = last4 === renewalsFail ? 'failed' : 'complete';
  const event = { key: `${paymentId}:${type}`, type, paymentId, amountCents, currency, last4 } as const;
  await receiveNotification(context, provider, provider.notify(event));
  return true;
}

/** What the sandbox's provider would do at the end of each period. Returns how many renewals were asked for. */
export async function renewSubscriptions(context: RenewalContext & Pick<Context, 'payments'>): Promise<number> {
  const { db, clock, payments } = context;
  if (payments?.id !== 'sandbox') return 0;
  const now = clock.now();
  const rows = await db
    .select()
    .from(subscription)
    .where(isDue(payments, now))
    .orderBy(subscription.currentPeriodEnd)
    .limit(batch);
  let asked = 0;
  for (const row of rows) if (await renewOne(context, payments, row, now)) asked += 1;
  return asked;
}

/** A renewal that nobody told about in a day counts as late; whenever this runs, the grace ends at the same time. Returns how many. */
export async function markLate({ db, clock, live }: RenewalContext): Promise<number> {
  const now = clock.now();
  const waited = new Date(now.getTime() - renewalWaitMs);
  const due = and(eq(subscription.status, 'active'), lte(subscription.currentPeriodEnd, waited));
  const rows = await db.select().from(subscription).where(due).limit(batch);
  for (const { id, accountId, periodNumber: period } of rows) {
    await db.transaction(async (tx) => {
      await moveSubscription(tx, { accountId, event: 'renewal_failed', now, about: id, period });
      await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    });
  }
  return rows.length;
}
