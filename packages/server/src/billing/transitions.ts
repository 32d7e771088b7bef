import type { ErrorCode, PaymentStatus, SubscriptionStatus } from '@clearframe/contract';

/** What happens to a payment. `mismatch` = a notification with another amount or currency than was agreed. */
export type PaymentEventType = 'complete' | 'failed' | 'cancelled' | 'expired' | 'refunded' | 'mismatch';

const stays = (status: PaymentStatus): Record<PaymentEventType, PaymentStatus> => ({
  complete: status,
  failed: status,
  cancelled: status,
  expired: status,
  refunded: status,
  mismatch: status,
});

/**
 * Payment: state × event → state. What was paid is granted exactly on the way into `complete`. A late success wins over a failure or
 * a timeout, because the money moved; nothing undoes a success but a refund; what needs a person's eyes waits for a person.
 */
export const paymentTable: Record<PaymentStatus, Record<PaymentEventType, PaymentStatus>> = {
  pending: {
    complete: 'complete',
    failed: 'failed',
    cancelled: 'cancelled',
    expired: 'expired',
    refunded: 'pending',
    mismatch: 'needs_review',
  },
  failed: { ...stays('failed'), complete: 'complete', mismatch: 'needs_review' },
  cancelled: { ...stays('cancelled'), complete: 'complete', mismatch: 'needs_review' },
  expired: { ...stays('expired'), complete: 'complete', mismatch: 'needs_review' },
  complete: { ...stays('complete'), refunded: 'refunded' },
  needs_review: stays('needs_review'),
  refunded: stays('refunded'),
};

/** `none` = the account has nothing that runs. */
export type SubscriptionState = Exclude<SubscriptionStatus, 'expired' | 'superseded'> | 'none';

export type SubscriptionEvent =
  | 'trial'
  /** A first payment is complete, begun beside nothing that is paid. */
  | 'purchase'
  /** A payment is complete that was begun to replace what runs. */
  | 'replace'
  | 'renewal_paid'
  | 'renewal_failed'
  | 'cancel'
  /** A remote provider will not charge any more: cancelled there, or by us. */
  | 'provider_ended'
  /** A cheaper plan for the next period, or its withdrawal. */
  | 'schedule'
  | 'access_over';

/**
 * What follows. `to`: the status of what runs; `starts`: the status of a new one beside it; `period`: the next one is opened;
 * `access`: until when what runs gives access: now, to the end of its period, or for the grace in which
 * a payment may be late. `review`: money came that nothing may be granted for, a person has to look.
 */
export type SubscriptionStep =
  | {
      to: SubscriptionStatus | 'none';
      starts?: 'trialing' | 'active';
      period?: 'next';
      access?: 'now' | 'period' | 'grace';
    }
  | { refuse: ErrorCode }
  | 'ignore'
  | 'review';

const exists = { refuse: 'subscription_exists' } as const;
const replaced = { to: 'superseded', starts: 'active', access: 'now' } as const;
const renewed = { to: 'active', period: 'next', access: 'grace' } as const;
const late = { to: 'past_due', access: 'grace' } as const;
const over = { to: 'expired' } as const;

/** Subscription: state × event → what follows. One row of an account is live at most; a new one begins as the old one ends. */
export const subscriptionTable: Record<SubscriptionState, Record<SubscriptionEvent, SubscriptionStep>> = {
  none: {
    trial: { to: 'none', starts: 'trialing' },
    purchase: { to: 'none', starts: 'active' },
    replace: { to: 'none', starts: 'active' },
    renewal_paid: 'review',
    renewal_failed: 'ignore',
    cancel: { refuse: 'subscription_not_found' },
    provider_ended: 'ignore',
    schedule: { refuse: 'subscription_not_found' },
    access_over: 'ignore',
  },
  trialing: {
    trial: exists,
    purchase: replaced,
    replace: replaced,
    renewal_paid: 'review',
    renewal_failed: 'ignore',
    cancel: { to: 'cancelled', access: 'period' },
    provider_ended: 'ignore',
    schedule: { refuse: 'plan_change_refused' },
    access_over: over,
  },
  active: {
    trial: exists,
    purchase: 'review',
    replace: replaced,
    renewal_paid: renewed,
    renewal_failed: late,
    cancel: { to: 'cancelled', access: 'period' },
    provider_ended: { to: 'cancelled', access: 'period' },
    schedule: { to: 'active' },
    access_over: over,
  },
  past_due: {
    trial: exists,
    purchase: replaced,
    replace: replaced,
    renewal_paid: renewed,
    renewal_failed: 'ignore',
    // What the grace promised stays.
    cancel: { to: 'cancelled' },
    provider_ended: { to: 'cancelled' },
    schedule: { refuse: 'plan_change_refused' },
    access_over: over,
  },
  cancelled: {
    trial: exists,
    purchase: replaced,
    replace: replaced,
    renewal_paid: 'review',
    renewal_failed: 'ignore',
    cancel: 'ignore',
    provider_ended: 'ignore',
    schedule: { refuse: 'plan_change_refused' },
    access_over: over,
  },
};
