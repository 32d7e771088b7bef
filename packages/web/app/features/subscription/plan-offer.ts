import { FREE_PLAN_ID, type Plan, type UsageAnswer } from '@clearframe/contract';

/** What a plan card offers: the plan in use, the trial to take, or the reason why there is nothing to press. */
export type PlanOffer = { kind: 'current' } | { kind: 'subscribe' } | { kind: 'reason'; text: string };

const NO_PAYMENT = 'Payment is not set up on this server';

/** SUB-03: only the free trial can be taken here, once per account, by its owner. */
export function planOffer(plan: Plan, usage: UsageAnswer, mayManage = true): PlanOffer {
  const running = usage.subscription !== null && usage.usage !== null;
  if (running && usage.subscription?.plan_id === plan.id) return { kind: 'current' };
  if (!mayManage) return { kind: 'reason', text: 'The owner of the account chooses its plan' };
  if (plan.id !== FREE_PLAN_ID) return { kind: 'reason', text: NO_PAYMENT };
  if (!usage.trial_available) return { kind: 'reason', text: 'Already used: the trial is given once per account' };
  return running ? { kind: 'reason', text: 'Your plan already includes more than the trial' } : { kind: 'subscribe' };
}
