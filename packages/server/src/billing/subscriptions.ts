import { planById, type Subscription } from '@clearframe/contract';
import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { subscription } from '../db/schema.ts';
import { tellProvider } from './provider-tasks.ts';

export type SubscriptionRow = typeof subscription.$inferSelect;

/** Statuses under which a subscription gives access until its period ends. */
const liveStatuses: SubscriptionRow['status'][] = ['trialing', 'active', 'past_due', 'cancelled'];

/** When access ends: with the period, unless something else was written. */
const accessEndsAt = sql<Date>`coalesce(${subscription.accessEndsAt}, ${subscription.currentPeriodEnd})`;

/** The subscription that gives access now; its end is computed here, no job has to mark it. */
export async function liveSubscription(db: Db | Tx, accountId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscription)
    .where(and(eq(subscription.accountId, accountId), inArray(subscription.status, liveStatuses), gt(accessEndsAt, now)))
    .orderBy(desc(subscription.createdAt))
    .limit(1);
  return row;
}

type Ending = { which: SQL | undefined; endedAt: Date | SQL; now: Date };

/** Marks what is over, and has its provider told. */
async function markOver(tx: Tx, { which, endedAt, now }: Ending): Promise<number> {
  const over = await tx
    .update(subscription)
    .set({ status: 'expired', endedAt })
    .where(and(inArray(subscription.status, liveStatuses), which))
    .returning();
  await tellProvider(tx, over, now);
  return over.length;
}

/** Marks everywhere what has run out. Reading does not need it: the lists of the operator do, and what renews. Returns how many. */
export async function expireAll({ db, clock }: { db: Db; clock: { now(): Date } }): Promise<number> {
  const now = clock.now();
  return db.transaction((tx) => markOver(tx, { which: lte(accessEndsAt, now), endedAt: sql`${accessEndsAt}`, now }));
}

/** Marks what has run out, so that its place as the one live subscription is free. */
export async function expireSubscriptions(tx: Tx, accountId: string, now: Date): Promise<void> {
  const which = and(eq(subscription.accountId, accountId), lte(accessEndsAt, now));
  await markOver(tx, { which, endedAt: sql`${accessEndsAt}`, now });
}

/** Ends what runs, at once: the account is deleted. */
export async function endSubscriptions(tx: Tx, accountId: string, now: Date): Promise<void> {
  await markOver(tx, { which: eq(subscription.accountId, accountId), endedAt: now, now });
}

/** A subscription as the API serves it. */
export function subscriptionView(row: SubscriptionRow): Subscription {
  const plan = planById(row.planId);
  if (!plan) throw new Error(`The plan ${row.planId} of a subscription is not in the catalogue`);
  const isCancelled = row.status === 'cancelled';
  const end = ((isCancelled ? row.accessEndsAt : null) ?? row.currentPeriodEnd).toISOString();
  return {
    id: row.id,
    plan_id: row.planId,
    plan,
    status: row.status,
    current_period_start: row.currentPeriodStart.toISOString(),
    current_period_end: end,
    // A trial is never renewed and a cancelled subscription not again.
    next_billing_date: row.status === 'active' || row.status === 'past_due' ? end : null,
    scheduled_change: row.pendingPlanId === null ? null : { plan_id: row.pendingPlanId, at: end },
  };
}
