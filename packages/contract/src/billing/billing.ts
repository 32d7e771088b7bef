import { z } from 'zod';

/**
 * A plan as the API serves it. Money in integer cents. `cost_per_media_cents` is the exception that the
 * specification fixes: it is shown divided by 100,000, so $0.003 a frame is stored as 300.
 */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  price_cents: z.int().min(0),
  media_per_month: z.int().min(1),
  cost_per_media_cents: z.int().min(0),
});
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = z.enum(['trialing', 'active', 'past_due', 'cancelled', 'expired', 'superseded']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** A plan that takes the place of another when the period ends. */
export const ScheduledChange = z.object({ plan_id: z.string(), at: z.iso.datetime() });
export type ScheduledChange = z.infer<typeof ScheduledChange>;

export const Subscription = z.object({
  id: z.uuid(),
  plan_id: z.string(),
  plan: Plan,
  status: SubscriptionStatus,
  current_period_start: z.iso.datetime(),
  current_period_end: z.iso.datetime(),
  next_billing_date: z.iso.datetime().nullable(),
  scheduled_change: ScheduledChange.nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const Usage = z.object({
  media_used_this_period: z.int(),
  media_remaining: z.int(),
  total_media_allowed: z.int(),
});
export type Usage = z.infer<typeof Usage>;

/** `GET /v1/usage`: all null when the account has no access. Of several periods that run at once the frames are added up. */
export const ApiUsage = z.object({
  /** null where the operator granted the frames. */
  plan: Plan.nullable(),
  /** The one that ends first, whose frames are used first. */
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }).nullable(),
  /** allowed = charged + reserved (held by analyses under way) + remaining. */
  frames: z.object({ allowed: z.int(), charged: z.int(), reserved: z.int(), remaining: z.int() }).nullable(),
});
export type ApiUsage = z.infer<typeof ApiUsage>;

/** `GET /subscriptions/usage`: all null without a subscription. `trial_available` = the free plan can still be taken. */
export const UsageAnswer = z.object({
  plan: Plan.nullable(),
  subscription: Subscription.nullable(),
  usage: Usage.nullable(),
  next_billing_date: z.iso.datetime().nullable(),
  trial_available: z.boolean(),
});
export type UsageAnswer = z.infer<typeof UsageAnswer>;
