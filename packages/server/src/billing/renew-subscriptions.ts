import { planById } from '@clearframe/contract';
import { and, eq, inArray, lte, max } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { payment, subscription } from '../db/schema.ts';
import type { SandboxProvider } from '../payments/provider.ts';
import { renewalWaitMs } from './access-times.ts';
import { moveSubscription } from './move-subscription.ts';
import { receiveNotification } from './receive-notification.ts';
import type { SubscriptionRow } from './subscriptions.ts';

const dayMs = 24 * 3_600_000;
/** Subscriptions that one run looks at: the next run, a minute later, goes on. */
const batch = 200;
/** A card whose first payment is taken and whose renewals are not: last four digits of 4000 0000 0000 0341. */
const renewalsFail = '0341';

type Parts = Pick<Context, 'config' | 'db' | 'clock' | 'live' | 'log'>;

/** Which card pays, by its last digits: that of the newest payment that was made. */
async function cardOf({ db }: Parts, accountId: string): Promise<string | null> {
  const paid = and(eq(payment.accountId, accountId), eq(payment.status, 'complete'));
  const rows = await db.select({ last4: payment.last4, at: payment.settledAt }).from(payment).where(paid);
  return rows.sort((one, other) => Number(other.at) - Number(one.at))[0]?.last4 ?? null;
}

/** Asks for the next period's payment: at the end of the period, then once a day. @returns whether it was asked for */
async function renewOne(parts: Parts, provider: SandboxProvider, row: SubscriptionRow, now: Date): Promise<boolean> {
  const plan = planById(row.pendingPlanId ?? row.planId);
  if (!plan) throw new Error(`The plan of the subscription ${row.id} is not in the catalogue`);
  const periodNumber = row.periodNumber + 1;
  const attempt = Math.floor((now.getTime() - row.currentPeriodEnd.getTime()) / dayMs);
  const [last] = await parts.db
    .select({ attempt: max(payment.attempt) })
    .from(payment)
    .where(and(eq(payment.subscriptionId, row.id), eq(payment.periodNumber, periodNumber)));
  if ((last?.attempt ?? -1) >= attempt) return false;
  const agreed = { planId: plan.id, amountCents: provider.priceCents(plan), currency: provider.currency, provider: provider.id };
  const [begun] = await parts.db
    .insert(payment)
    .values({
      ...{ ...agreed, accountId: row.accountId, purpose: 'renewal', status: 'pending', createdAt: now },
      ...{ subscriptionId: row.id, periodNumber, attempt },
    })
    .onConflictDoNothing()
    .returning({ id: payment.id });
  if (!begun) return false;
  const last4 = await cardOf(parts, row.accountId);
  const type = last4 === renewalsFail ? 'failed' : 'complete';
  const { amountCents, currency } = agreed;
  const event = { key: `${begun.id}:${type}`, type, paymentId: begun.id, amountCents, currency, last4 } as const;
  await receiveNotification(parts, provider, provider.notify(event));
  return true;
}

/** What the sandbox's provider would do at the end of each period. Returns how many renewals were asked for. */
export async function renewSubscriptions(context: Parts & Pick<Context, 'payments'>): Promise<number> {
  const { db, clock, payments } = context;
  if (payments?.id !== 'sandbox') return 0;
  const now = clock.now();
  const due = and(
    eq(subscription.provider, payments.id),
    inArray(subscription.status, ['active', 'past_due']),
    lte(subscription.currentPeriodEnd, now),
  );
  const rows = await db.select().from(subscription).where(due).orderBy(subscription.currentPeriodEnd).limit(batch);
  let asked = 0;
  for (const row of rows) if (await renewOne(context, payments, row, now)) asked += 1;
  return asked;
}

/** A renewal that nobody told about in a day counts as late; whenever this runs, the grace ends at the same time. Returns how many. */
export async function markLate({ db, clock, live }: Parts): Promise<number> {
  const now = clock.now();
  const waited = new Date(now.getTime() - renewalWaitMs);
  const due = and(eq(subscription.status, 'active'), lte(subscription.currentPeriodEnd, waited));
  const rows = await db.select().from(subscription).where(due).limit(batch);
  for (const { id, accountId } of rows) {
    await db.transaction(async (tx) => {
      await moveSubscription(tx, { accountId, event: 'renewal_failed', now, about: id });
      await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    });
  }
  return rows.length;
}
