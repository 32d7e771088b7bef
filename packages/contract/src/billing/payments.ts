import { z } from 'zod';
import { ScheduledChange } from './billing.ts';

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
