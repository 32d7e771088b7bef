import { planById, type Subscription } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { endLine, periodLine } from './subscription-status.ts';

function subscriptionOf(parts: Partial<Subscription>): Subscription {
  const plan = planById('starter');
  if (!plan) throw new Error('the catalogue has a plan called starter');
  return {
    id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
    plan_id: plan.id,
    plan,
    status: 'active',
    current_period_start: '2026-11-01T00:00:00Z',
    current_period_end: '2026-12-01T00:00:00Z',
    next_billing_date: null,
    scheduled_change: null,
    ...parts,
  };
}

describe('subscription words', () => {
  it('SUB-02 shows the period, with both years where they differ', () => {
    expect(periodLine(subscriptionOf({}), 'UTC')).toBe('1 Nov – 1 Dec 2026');
    const overNewYear = subscriptionOf({
      current_period_start: '2026-12-10T00:00:00Z',
      current_period_end: '2027-01-10T00:00:00Z',
    });
    expect(periodLine(overNewYear, 'UTC')).toBe('10 Dec 2026 – 10 Jan 2027');
  });

  it('SUB-02 says that access ends when cancelled, and when a plan renews or ends', () => {
    expect(endLine(subscriptionOf({ status: 'cancelled' }))).toEqual({
      term: 'Access ends on this date',
      at: '2026-12-01T00:00:00Z',
    });
    expect(endLine(subscriptionOf({ next_billing_date: '2026-12-01T00:00:00Z' }), Date.parse('2026-11-30T23:59:59Z'))).toEqual({
      term: 'Renews',
      at: '2026-12-01T00:00:00Z',
    });
    expect(endLine(subscriptionOf({ next_billing_date: '2026-12-01T00:00:00Z' }), Date.parse('2026-12-01T00:00:00Z'))).toEqual({
      term: 'Renewal was due',
      at: '2026-12-01T00:00:00Z',
    });
    expect(endLine(subscriptionOf({ status: 'trialing' })).term).toBe('Ends');
    expect(endLine(subscriptionOf({ status: 'expired' })).term).toBe('Ended');
  });
});
