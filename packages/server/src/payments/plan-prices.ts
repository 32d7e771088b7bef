import { type Plan, plans } from '@clearframe/contract';
import type { Config } from '../config.ts';

const paid = plans.filter(({ price_cents }) => price_cents > 0);

/**
 * What each paid plan costs a month with the configured provider: PLAN_PRICES, else the catalogue's dollars. A payment keeps the
 * price with which it began, so a change here touches nobody who has subscribed.
 */
export function planPrices({ planPrices: own }: Pick<Config, 'planPrices'>): Record<string, number> {
  return Object.fromEntries(paid.map(({ id, price_cents }) => [id, own?.[id] ?? price_cents]));
}

/** @throws Error for a plan that is not paid */
export function priceIn(prices: Readonly<Record<string, number>>): (plan: Plan) => number {
  return ({ id }) => {
    const cents = prices[id];
    if (cents === undefined) throw new Error(`The plan ${id} has no price`);
    return cents;
  };
}
