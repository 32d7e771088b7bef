import { describe, expect, it } from 'vitest';
import { formatFrameCost, formatPrice, planById, plans } from './plans.ts';

describe('plans', () => {
  it('SUB-01 lists the plans, prices and allowances of the specification', () => {
    expect(
      plans.map((plan) => [
        plan.name,
        formatPrice(plan.price_cents),
        plan.media_per_month,
        formatFrameCost(plan.cost_per_media_cents),
      ]),
    ).toEqual([
      ['Free trial', '$0.00', 15, '$0.00000'],
      ['Development', '$1.00', 333, '$0.00300'],
      ['Starter', '$60.00', 20_000, '$0.00300'],
      ['Growth', '$100.00', 35_714, '$0.00280'],
      ['Professional', '$200.00', 76_923, '$0.00260'],
      ['Business', '$1,000.00', 416_667, '$0.00240'],
      ['Enterprise', '$2,000.00', 909_091, '$0.00220'],
    ]);
  });

  it('SUB-01 charges per frame what price and allowance say, to the rounding of the catalogue', () => {
    for (const plan of plans.filter((paid) => paid.price_cents > 0)) {
      expect(plan.price_cents / 100 / plan.media_per_month).toBeCloseTo(plan.cost_per_media_cents / 100_000, 4);
    }
  });

  it('SUB-01 finds a plan by its id only', () => {
    expect(planById('starter')?.name).toBe('Starter');
    expect(planById('toString')).toBeUndefined();
  });
});
