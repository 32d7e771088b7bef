import { FREE_PLAN_ID, type Plan, type UsageAnswer } from '@clearframe/contract';
import { formatDate } from '../../shared/format/format.ts';

/** What a plan card offers: the plan in use, something to press, or the reason why there is nothing to press. */
export type PlanOffer = { kind: 'current' | 'subscribe' | 'upgrade' | 'downgrade' } | { kind: 'reason'; text: string };

export type OfferFacts = {
  /** Whether the person's role may change the plan. */
  mayManage?: boolean;
  /** Whether this server takes payments. */
  takesPayments?: boolean;
};

const NO_PAYMENT = 'Payment is not set up on this server';

function freeOffer(usage: UsageAnswer, running: boolean): PlanOffer {
  if (!usage.trial_available) return { kind: 'reason', text: 'Already used: the trial is given once per account' };
  return running ? { kind: 'reason', text: 'Your plan already includes more than the trial' } : { kind: 'subscribe' };
}

/** SUB-02: Current Plan, Upgrade (higher price), Downgrade (lower price) or Subscribe. The owner alone chooses. */
export function planOffer(
  plan: Plan,
  usage: UsageAnswer,
  { mayManage = true, takesPayments = true }: OfferFacts = {},
): PlanOffer {
  const live = usage.usage === null ? null : usage.subscription;
  // What was cancelled or could not be charged can be taken anew; a trial never.
  const isRenewed = live !== null && (live.status === 'active' || live.status === 'trialing');
  if (live?.plan_id === plan.id && (isRenewed || plan.id === FREE_PLAN_ID)) return { kind: 'current' };
  if (!mayManage) return { kind: 'reason', text: 'The owner of the account chooses its plan' };
  if (plan.id === FREE_PLAN_ID) return freeOffer(usage, live !== null);
  if (!takesPayments) return { kind: 'reason', text: NO_PAYMENT };
  if (!live) return { kind: 'subscribe' };
  if (live.scheduled_change?.plan_id === plan.id)
    return { kind: 'reason', text: `Starts on ${formatDate(live.scheduled_change.at)}` };
  if (plan.price_cents > live.plan.price_cents) return { kind: 'upgrade' };
  return isRenewed ? { kind: 'downgrade' } : { kind: 'subscribe' };
}

/** The one plan that the page recommends: the first larger one, or the first that can be had at all. */
export const nextPlan = (plans: readonly Plan[], offerOf: (plan: Plan) => PlanOffer): Plan | undefined =>
  plans.find((plan) => offerOf(plan).kind === 'upgrade') ?? plans.find((plan) => offerOf(plan).kind === 'subscribe');
