import { describe, expect, it } from 'vitest';
import { apiRateOf, apiRates } from './api-rates.ts';
import { plans } from './plans.ts';

describe('rates of the API', () => {
  it('SUB-01 SEC-09 rise with the price, and every plan has one', () => {
    const rates = plans.map(({ id }) => apiRates[id]);
    expect(rates).not.toContain(undefined);
    const tokens = rates.map((rate) => rate?.token ?? 0);
    expect(tokens).toEqual(tokens.toSorted((a, b) => a - b));
    expect(rates.every((rate) => rate && rate.account >= rate.token * 2)).toBe(true);
  });

  it('SEC-09 are those of the largest plan that runs, and of the free trial where none does', () => {
    expect(apiRateOf([])).toBe(apiRates['free']);
    expect(
      apiRateOf([
        { planId: 'growth', frames: 1 },
        { planId: 'starter', frames: 20_000 },
      ]),
    ).toBe(apiRates['growth']);
    expect(apiRateOf([{ planId: 'one that is sold no more', frames: 9 }])).toBe(apiRates['free']);
  });

  it.each([
    [1, 'free'],
    [20_000, 'starter'],
    [35_713, 'starter'],
    [1_000_000, 'enterprise'],
  ])('SEC-09 take %i granted frames for the plan %s', (frames, plan) => {
    expect(apiRateOf([{ planId: null, frames }])).toBe(apiRates[plan]);
  });
});
