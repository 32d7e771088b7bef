import { type PaymentClient, type Plan, plans } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { chargeOf } from './charge.ts';

const plan = (id: string): Plan => {
  const found = plans.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const client = (currency: string, prices: Record<string, number>): PaymentClient => ({
  provider_name: 'A provider',
  onsite: null,
  has_card_page: true,
  currency,
  prices,
});

it('SUB-01 says what is charged where that is not the price in dollars', () => {
  expect(chargeOf(plan('starter'), client('ZAR', { starter: 110_000 }))).toBe('ZAR 1,100.00');
  expect(chargeOf(plan('starter'), client('USD', { starter: 6_000 }))).toBeNull();
  expect(chargeOf(plan('starter'), client('USD', { starter: 6_500 }))).toBe('$65.00');
  expect(chargeOf(plan('free'), client('ZAR', { starter: 110_000 }))).toBeNull();
  expect(chargeOf(plan('starter'), null)).toBeNull();
});
