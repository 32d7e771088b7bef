import { AppError, type Plan, planById } from '@clearframe/contract';
import { and, eq, gt } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { account, subscription, usagePeriod } from '../db/schema.ts';
import { accessEnd } from './access-times.ts';
import { addMonths } from './months.ts';
import { openPeriod } from './periods.ts';
import { tellProvider } from './provider-tasks.ts';
import { expireSubscriptions, liveSubscription, type SubscriptionRow } from './subscriptions.ts';
import { type SubscriptionEvent, type SubscriptionState, type SubscriptionStep, subscriptionTable } from './transitions.ts';

export type Move = {
  accountId: string;
  event: SubscriptionEvent;
  now: Date;
  /** What begins or goes on; the plan of what runs when it is left out. */
  plan?: Plan;
  provider?: string;
  /** A remote provider's name for what begins, and what it charges a month, in minor units. */
  providerRef?: string | null;
  priceCents?: number;
  /** A cheaper plan that was chosen goes on waiting: the charge was still that of the plan that runs. */
  keepsPending?: boolean;
  /** The event is about this subscription: when another one runs by now, it is not moved. */
  about?: string | null;
  /** The event is about the end of this period: when another one runs by now, nothing follows. */
  period?: number;
};

export type Moved = { step: Exclude<SubscriptionStep, { refuse: unknown }>; live: SubscriptionRow | undefined };

/** About another subscription than the one that runs these say nothing: no money came. */
const harmless = new Set<SubscriptionEvent>(['renewal_failed', 'provider_ended']);

/** What a closed account is told, where nobody paid. Money that comes for one waits for a person. */
const quietWhenClosed = new Set<SubscriptionEvent>(['renewal_failed', 'provider_ended', 'access_over']);
const paidEvents = new Set<SubscriptionEvent>(['purchase', 'replace', 'renewal_paid']);

/**
 * One after the other: every change of an account's subscription waits here for the one before it.
 * @returns whether the account is open: nothing begins on one that was deleted, or is gone
 */
export async function lockAccount(tx: Tx, accountId: string): Promise<boolean> {
  const rows = tx.select({ deletedAt: account.deletedAt }).from(account).where(eq(account.id, accountId));
  const [found] = await rows.for('no key update');
  return found?.deletedAt === null;
}

/** @throws AppError account_closed */
export async function lockOpenAccount(tx: Tx, accountId: string): Promise<void> {
  if (!(await lockAccount(tx, accountId))) throw new AppError('account_closed');
}

/** What an event comes to on a closed account. @throws AppError account_closed for what somebody still asks for */
function stepWhenClosed(event: SubscriptionEvent): 'review' | 'ignore' {
  if (paidEvents.has(event)) return 'review';
  if (quietWhenClosed.has(event)) return 'ignore';
  throw new AppError('account_closed');
}

/** @throws when a status stands where a live one was looked for */
function stateOf(live: SubscriptionRow | undefined): SubscriptionState {
  if (live === undefined) return 'none';
  if (live.status === 'expired' || live.status === 'superseded') throw new Error(`${live.status} is not live`);
  return live.status;
}

/** The frames of a subscription end then, unless they end before: a month that was paid early must not make the one before it longer. */
async function endFrames(tx: Tx, subscriptionId: string, endsAt: Date): Promise<void> {
  await tx
    .update(usagePeriod)
    .set({ endsAt })
    .where(and(eq(usagePeriod.subscriptionId, subscriptionId), gt(usagePeriod.endsAt, endsAt)));
}

async function begin(tx: Tx, move: Move, status: 'trialing' | 'active'): Promise<void> {
  const { accountId, now, plan, provider, providerRef = null, priceCents = null } = move;
  if (!plan) throw new Error('A subscription begins with a plan');
  const paidUntil = addMonths(now, 1);
  const accessEndsAt = status === 'active' ? accessEnd('grace', paidUntil, now) : paidUntil;
  const [started] = await tx
    .insert(subscription)
    .values({
      accountId,
      status,
      accessEndsAt,
      planId: plan.id,
      provider: provider ?? null,
      providerRef,
      priceCents,
      createdAt: now,
      anchorAt: now,
      currentPeriodStart: now,
      currentPeriodEnd: paidUntil,
    })
    .onConflictDoNothing()
    .returning({ id: subscription.id });
  if (!started) throw new AppError('subscription_exists');
  const period = { accountId, subscriptionId: started.id, startsAt: now, endsAt: accessEndsAt, paidUntil };
  const reason = status === 'active' ? `${plan.id}: period 1` : 'free trial';
  await openPeriod(tx, { ...period, reason, planId: plan.id, frames: plan.media_per_month });
}

async function renew(tx: Tx, live: SubscriptionRow, plan: Plan, { now, priceCents, keepsPending }: Move): Promise<void> {
  const pending = keepsPending ? {} : { pendingPlanId: null, pendingPriceCents: null };
  const startsAt = live.currentPeriodEnd;
  const periodNumber = live.periodNumber + 1;
  const paidUntil = addMonths(live.anchorAt ?? live.currentPeriodStart, periodNumber);
  const accessEndsAt = accessEnd('grace', paidUntil, now);
  await endFrames(tx, live.id, startsAt > now ? startsAt : now);
  await tx
    .update(subscription)
    .set({
      ...pending,
      status: 'active',
      planId: plan.id,
      periodNumber,
      accessEndsAt,
      askedAt: null,
      priceCents: priceCents ?? live.priceCents,
      currentPeriodStart: startsAt,
      currentPeriodEnd: paidUntil,
    })
    .where(eq(subscription.id, live.id));
  const period = { accountId: live.accountId, subscriptionId: live.id, startsAt, endsAt: accessEndsAt, paidUntil };
  const granted = { planId: plan.id, frames: plan.media_per_month, reason: `${plan.id}: period ${periodNumber}` };
  await openPeriod(tx, { ...period, ...granted });
}

/**
 * Lets an event happen to the subscription of an account, as {@link subscriptionTable} says, in the caller's transaction.
 * @returns the step that was taken and what ran before it
 * @throws AppError what the table refuses; account_closed; subscription_exists when another one began in between
 */
export async function moveSubscription(tx: Tx, move: Move): Promise<Moved> {
  const { accountId, now } = move;
  const isOpen = await lockAccount(tx, accountId);
  const live = await liveSubscription(tx, accountId, now);
  if (!isOpen) return { step: stepWhenClosed(move.event), live };
  if (live && move.period !== undefined && move.period !== live.periodNumber) return { step: 'ignore', live };
  const isOther = move.about !== undefined && live !== undefined && move.about !== live.id;
  const step = isOther && !harmless.has(move.event) ? 'review' : subscriptionTable[stateOf(live)][move.event];
  if (step === 'ignore' || step === 'review' || isOther) return { step: step === 'review' ? 'review' : 'ignore', live };
  if ('refuse' in step) throw new AppError(step.refuse);
  if (live && step.period === 'next') {
    const plan = move.plan ?? planById(live.planId);
    if (!plan) throw new Error(`The plan ${live.planId} is not in the catalogue`);
    await renew(tx, live, plan, move);
    return { step, live };
  }
  if (live && step.to !== 'none') {
    const accessEndsAt = step.access ? accessEnd(step.access, live.currentPeriodEnd, now) : live.accessEndsAt;
    const isOver = step.to === 'superseded' || step.to === 'expired';
    await tx
      .update(subscription)
      .set({
        status: step.to,
        accessEndsAt,
        ...(isOver ? { endedAt: now } : {}),
        ...(step.to === 'active' ? {} : { pendingPlanId: null, pendingPriceCents: null }),
      })
      .where(eq(subscription.id, live.id));
    if (step.access && accessEndsAt) await endFrames(tx, live.id, accessEndsAt);
    if ((isOver || step.to === 'cancelled') && move.event !== 'provider_ended') await tellProvider(tx, [live], now);
  }
  if (step.starts) {
    await expireSubscriptions(tx, accountId, now);
    await begin(tx, move, step.starts);
  }
  return { step, live };
}
