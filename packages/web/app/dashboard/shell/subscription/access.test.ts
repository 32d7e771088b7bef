import { planById, type SubscriptionStatus, type UsageAnswer } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { accessOf } from './access.ts';

const plan = planById('free') ?? null;

function answer(status: SubscriptionStatus, remaining: number): UsageAnswer {
  if (plan === null) throw new Error('the catalogue has a free plan');
  return {
    plan,
    subscription: {
      id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
      plan_id: plan.id,
      plan,
      status,
      current_period_start: '2026-11-01T00:00:00Z',
      current_period_end: '2026-12-01T00:00:00Z',
      next_billing_date: null,
      scheduled_change: null,
    },
    usage: { media_used_this_period: 15 - remaining, media_remaining: remaining, total_media_allowed: 15 },
    next_billing_date: null,
    trial_available: false,
  };
}

const state = (data: UsageAnswer | undefined, isPending = false) => accessOf({ data, isPending }).state;

describe('accessOf', () => {
  it('UP-08 is checking until the first answer', () => {
    expect(state(undefined, true)).toBe('checking');
  });

  it('UP-08 counts a failed check as no subscription', () => {
    expect(state(undefined, false)).toBe('none');
  });

  it('UP-08 is closed without a running period', () => {
    const none: UsageAnswer = { plan: null, subscription: null, usage: null, next_billing_date: null, trial_available: true };
    expect([state(none), state({ ...answer('expired', 5), usage: null })]).toEqual(['none', 'none']);
  });

  it('UP-08 is open with nothing but frames that the operator granted', () => {
    const granted = (remaining: number) => ({ ...answer('active', remaining), plan: null, subscription: null });
    expect([state(granted(5)), state(granted(0))]).toEqual(['open', 'exhausted']);
  });

  it('UP-08 is open while frames are left, and tells when they are used up', () => {
    expect([state(answer('trialing', 15)), state(answer('active', 1)), state(answer('active', 0))]).toEqual([
      'open',
      'open',
      'exhausted',
    ]);
  });

  it('SUB-07 keeps access of a cancelled subscription', () => {
    expect(state(answer('cancelled', 3))).toBe('open');
  });
});
