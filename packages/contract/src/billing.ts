import { z } from 'zod';
import { Plan } from './plans.ts';

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

export const SubscribeInput = z.object({ plan_id: z.string().min(1).max(40) });
export type SubscribeInput = z.infer<typeof SubscribeInput>;

/** A payment in the page: the script defines the function, which draws the container. */
export const OnsitePayment = z.object({ script_url: z.string(), function_name: z.string(), container_id: z.string() });
export type OnsitePayment = z.infer<typeof OnsitePayment>;

/** How pages open a payment; null where this server takes none. */
export const PaymentClient = z.object({
  provider_name: z.string(),
  /** null = the answer to subscribe names an address of the provider, and the browser goes there. */
  onsite: OnsitePayment.nullable(),
  /** Whether the provider has a page on which the card of a subscription is changed. */
  has_card_page: z.boolean(),
  currency: z.string().length(3),
  /** What each paid plan costs a month here, in minor units of that currency, by the id of the plan. */
  prices: z.record(z.string(), z.int()),
});
export type PaymentClient = z.infer<typeof PaymentClient>;

export const PaymentStatus = z.enum(['pending', 'complete', 'failed', 'cancelled', 'expired', 'needs_review', 'refunded']);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** What the test payment's page sends: never a card number. */
export const SandboxOutcome = z.object({
  /** `late_success`: paid, and the notification follows some seconds later. */
  outcome: z.enum([
    'success',
    'late_success',
    'decline',
    'insufficient_funds',
    'challenge_approved',
    'challenge_rejected',
    'cancel',
  ]),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .nullable()
    .default(null),
});
export type SandboxOutcome = z.infer<typeof SandboxOutcome>;

/** Answer to subscribe and upgrade: at most one of the three ways to go on is set. */
export const SubscribeResult = z.object({
  onsite_payment_uuid: z.string().nullable(),
  onsite_payment_error: z.string().nullable(),
  redirect_url: z.string().nullable(),
  payment_id: z.string().nullable(),
  scheduled_change: ScheduledChange.nullable(),
});
export type SubscribeResult = z.infer<typeof SubscribeResult>;
