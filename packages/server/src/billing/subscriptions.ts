import { planById, type Subscription } from '@clearframe/contract';
import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { subscription } from '../db/schema.ts';

type SubscriptionRow = typeof subscription.$inferSelect;

/** Statuses under which a subscription gives access until its period ends. */
const liveStatuses: SubscriptionRow['status'][] = ['trialing', 'active', 'past_due', 'cancelled'];

/** The subscription that gives access now; its end is computed here, no job has to mark it. */
export async function liveSubscription(db: Db | Tx, accountId: string, now: Date): Promise<SubscriptionRow | undefined> {
  const [row] = await db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.accountId, accountId),
        inArray(subscription.status, liveStatuses),
        gt(subscription.currentPeriodEnd, now),
      ),
    )
    .orderBy(desc(subscription.createdAt))
    .limit(1);
  return row;
}

/** Marks what has run out, so that its place as the one live subscription is free. */
export async function expireSubscriptions(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .update(subscription)
    .set({ status: 'expired', endedAt: sql`${subscription.currentPeriodEnd}` })
    .where(
      and(
        eq(subscription.accountId, accountId),
        inArray(subscription.status, liveStatuses),
        lte(subscription.currentPeriodEnd, now),
      ),
    );
}

/** Ends what runs, at once: the account is deleted. */
export async function endSubscriptions(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .update(subscription)
    .set({ status: 'expired', endedAt: now })
    .where(and(eq(subscription.accountId, accountId), inArray(subscription.status, liveStatuses)));
}

/** A subscription as the API serves it. */
export function subscriptionView(row: SubscriptionRow): Subscription {
  const plan = planById(row.planId);
  if (!plan) throw new Error(`The plan ${row.planId} of a subscription is not in the catalogue`);
  const end = row.currentPeriodEnd.toISOString();
  return {
    id: row.id,
    plan_id: row.planId,
    plan,
    status: row.status,
    current_period_start: row.currentPeriodStart.toISOString(),
    current_period_end: end,
    // A trial is never renewed and a cancelled subscription not again.
    next_billing_date: row.status === 'active' || row.status === 'past_due' ? end : null,
  };
}
