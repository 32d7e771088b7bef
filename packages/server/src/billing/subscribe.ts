import { AppError, FREE_PLAN_ID, messages, type Plan, planById, type SubscribeInput } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { subscription } from '../db/schema.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { lockOpenAccount, moveSubscription } from './move-subscription.ts';
import { type OrderContext, once, PlanAnswer } from './once.ts';
import { openPayment } from './open-payment.ts';
import { tellProvider } from './provider-tasks.ts';
import { nothingToPay, startPayment } from './start-payment.ts';
import { liveSubscription, type SubscriptionRow } from './subscriptions.ts';
import { activateTrial } from './trial.ts';

type Order = { accountId: string; input: SubscribeInput; key: string | null };

function planOf({ plan_id }: SubscribeInput): Plan {
  const plan = planById(plan_id);
  if (!plan) throw new AppError('plan_not_found');
  return plan;
}

function requirePayments(provider: PaymentProvider | null): PaymentProvider {
  if (!provider) throw new AppError('payment_unavailable');
  return provider;
}

async function startTrial(tx: Tx, { secrets, accountId, now }: Pick<OrderContext, 'secrets'> & { accountId: string; now: Date }) {
  await activateTrial(tx, { secrets, accountId, now });
  return { data: nothingToPay, message: messages.freeTrialActivated };
}

/** A cheaper plan waits for the next period (SUB-06); the plan in use, chosen again, takes that back. */
async function schedule(tx: Tx, provider: PaymentProvider, live: SubscriptionRow, plan: Plan, now: Date): Promise<PlanAnswer> {
  await moveSubscription(tx, { accountId: live.accountId, event: 'schedule', now });
  const isBack = plan.id === live.planId;
  await tx
    .update(subscription)
    .set(
      isBack
        ? { pendingPlanId: null, pendingPriceCents: null }
        : { pendingPlanId: plan.id, pendingPriceCents: provider.priceCents(plan) },
    )
    .where(eq(subscription.id, live.id));
  await tellProvider(tx, [live], now);
  if (isBack) return { data: nothingToPay, message: `You stay on ${plan.name}.` };
  const at = live.currentPeriodEnd.toISOString();
  return {
    data: { ...nothingToPay, scheduled_change: { plan_id: plan.id, at } },
    message: `${plan.name} starts with the next period.`,
  };
}

/**
 * Subscribes an account to a plan: the trial at once, a paid plan by a payment, a cheaper one than runs with the next period.
 * Only the plan is read: card fields that a client may send are gone before (SUB-11).
 * @throws AppError plan_not_found, payment_unavailable, trial_used, subscription_exists (a dearer plan is an upgrade), account_closed,
 * idempotency_*
 */
export async function subscribe(context: OrderContext, { accountId, input, key }: Order): Promise<PlanAnswer> {
  const plan = planOf(input);
  const now = context.clock.now();
  const answer = await once(context, {
    name: 'subscribe',
    form: PlanAnswer,
    accountId,
    key,
    body: plan.id,
    now,
    async run(tx) {
      await lockOpenAccount(tx, accountId);
      if (plan.id === FREE_PLAN_ID) return startTrial(tx, { secrets: context.secrets, accountId, now });
      const provider = requirePayments(context.payments);
      const live = await liveSubscription(tx, accountId, now);
      if (live?.status === 'active') {
        const current = planById(live.planId);
        const isBack = plan.id === live.planId && live.pendingPlanId !== null;
        if (isBack || plan.price_cents < (current?.price_cents ?? 0)) return schedule(tx, provider, live, plan, now);
        throw new AppError('subscription_exists');
      }
      return { data: await startPayment(tx, provider, { accountId, plan, purpose: 'subscribe', subscriptionId: null, now }) };
    },
  });
  return openPayment(context, accountId, answer);
}

/**
 * Begins the payment of a dearer plan. What runs goes on until that payment is complete, and is then replaced at once.
 * @throws AppError plan_not_found, payment_unavailable, upgrade_not_dearer, trial_used, subscription_exists, account_closed, idempotency_*
 */
export async function upgrade(context: OrderContext, { accountId, input, key }: Order): Promise<PlanAnswer> {
  const plan = planOf(input);
  const now = context.clock.now();
  const answer = await once(context, {
    name: 'upgrade',
    form: PlanAnswer,
    accountId,
    key,
    body: plan.id,
    now,
    async run(tx) {
      await lockOpenAccount(tx, accountId);
      if (plan.id === FREE_PLAN_ID) return startTrial(tx, { secrets: context.secrets, accountId, now });
      const provider = requirePayments(context.payments);
      const live = await liveSubscription(tx, accountId, now);
      const paid = live && planById(live.planId)?.price_cents;
      if (live?.status === 'active' && plan.price_cents <= (paid ?? 0)) throw new AppError('upgrade_not_dearer');
      const purpose = live ? 'upgrade' : 'subscribe';
      return { data: await startPayment(tx, provider, { accountId, plan, purpose, subscriptionId: live?.id ?? null, now }) };
    },
  });
  return openPayment(context, accountId, answer);
}
