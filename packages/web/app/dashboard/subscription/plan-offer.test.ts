import { type Plan, planById, type UsageAnswer } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { planOffer } from './plan-offer.ts';

function plan(id: string): Plan {
  const found = planById(id);
  if (!found) throw new Error(`no plan ${id} in the catalogue`);
  return found;
}

function usageOn(id: string | null, trial_available: boolean): UsageAnswer {
  if (id === null) return { plan: null, subscription: null, usage: null, next_billing_date: null, trial_available };
  return {
    plan: plan(id),
    subscription: {
      id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
      plan_id: id,
      plan: plan(id),
      status: 'active',
      current_period_start: '2026-11-01T00:00:00Z',
      current_period_end: '2026-12-01T00:00:00Z',
      next_billing_date: null,
      scheduled_change: null,
    },
    usage: { media_used_this_period: 0, media_remaining: 15, total_media_allowed: 15 },
    next_billing_date: null,
    trial_available,
  };
}

describe('planOffer', () => {
  it('SUB-03 offers the free trial while it is unused', () => {
    expect(planOffer(plan('free'), usageOn(null, true))).toEqual({ kind: 'subscribe' });
  });

  it('SUB-03 marks the trial in use as current, and says why a used one cannot be taken again', () => {
    expect(planOffer(plan('free'), usageOn('free', false))).toEqual({ kind: 'current' });
    expect(planOffer(plan('free'), usageOn(null, false))).toMatchObject({
      kind: 'reason',
      text: expect.stringContaining('once'),
    });
  });

  it('SUB-01 gives paid plans a reason in the place of a button where no payment is taken', () => {
    expect(planOffer(plan('growth'), usageOn(null, true), { takesPayments: false })).toEqual({
      kind: 'reason',
      text: 'Payment is not set up on this server',
    });
    expect(planOffer(plan('growth'), usageOn('growth', true))).toEqual({ kind: 'current' });
  });

  it('SUB-02 offers dearer plans as upgrades and cheaper ones as downgrades', () => {
    const kinds = ['development', 'starter', 'growth'].map((id) => planOffer(plan(id), usageOn('starter', false)).kind);
    expect(kinds).toEqual(['downgrade', 'current', 'upgrade']);
    expect(planOffer(plan('growth'), usageOn(null, false)).kind).toBe('subscribe');
    expect(planOffer(plan('starter'), usageOn('free', false)).kind).toBe('upgrade');
  });

  it('SUB-03 does not offer the trial beside a running plan', () => {
    expect(planOffer(plan('free'), usageOn('starter', true)).kind).toBe('reason');
  });

  it('SUB-03 leaves the choice to the owner', () => {
    const offer = planOffer(plan('free'), usageOn(null, true), { mayManage: false });
    expect(offer).toEqual({ kind: 'reason', text: 'The owner of the account chooses its plan' });
    expect(planOffer(plan('free'), usageOn('free', false), { mayManage: false })).toEqual({ kind: 'current' });
  });
});
