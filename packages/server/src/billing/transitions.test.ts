import type { PaymentStatus } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import {
  type PaymentEventType,
  paymentTable,
  type SubscriptionEvent,
  type SubscriptionState,
  subscriptionTable,
} from './transitions.ts';

const events: PaymentEventType[] = ['complete', 'failed', 'cancelled', 'expired', 'refunded', 'mismatch'];
const histories = 2_000;

/** Small and repeatable: a linear congruential generator. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe('the tables of billing', () => {
  it('SUB-10 grant a payment once in any order of events, and never without a success of the agreed amount', () => {
    const pick = generator(7);
    for (let history = 0; history < histories; history += 1) {
      let status: PaymentStatus = 'pending';
      let grants = 0;
      const seen = new Set<PaymentEventType>();
      for (let step = 0; step < 12; step += 1) {
        const event = events[pick(events.length)] ?? 'failed';
        const next: PaymentStatus = paymentTable[status][event];
        if (next === 'complete' && status !== 'complete') grants += 1;
        seen.add(event);
        status = next;
      }
      expect(grants).toBeLessThanOrEqual(seen.has('complete') ? 1 : 0);
    }
  });

  it('SUB-10 let nothing begin beside what goes on, and nothing end before its period but by a paid change', () => {
    for (const [state, row] of Object.entries(subscriptionTable) as [SubscriptionState, (typeof subscriptionTable)['none']][]) {
      for (const [event, step] of Object.entries(row) as [SubscriptionEvent, (typeof row)['trial']][]) {
        if (typeof step === 'string' || 'refuse' in step) continue;
        if (step.starts) expect(step.to, `${state} ${event}`).toBe(state === 'none' ? 'none' : 'superseded');
        if (step.access === 'now') expect(['purchase', 'replace'], `${state} ${event}`).toContain(event);
        if (step.to === 'expired') expect(event).toBe('access_over');
        if (step.period) expect(event).toBe('renewal_paid');
      }
    }
  });
});
