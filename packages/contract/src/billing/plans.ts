import type { Plan } from './billing.ts';

/** The one list of plans, cheapest first. Source: specification §9. No schema here: the pricing page counts with it, without zod. */
export const plans: readonly Plan[] = [
  { id: 'free', name: 'Free trial', price_cents: 0, media_per_month: 15, cost_per_media_cents: 0 },
  { id: 'development', name: 'Development', price_cents: 100, media_per_month: 333, cost_per_media_cents: 300 },
  { id: 'starter', name: 'Starter', price_cents: 6_000, media_per_month: 20_000, cost_per_media_cents: 300 },
  { id: 'growth', name: 'Growth', price_cents: 10_000, media_per_month: 35_714, cost_per_media_cents: 280 },
  { id: 'professional', name: 'Professional', price_cents: 20_000, media_per_month: 76_923, cost_per_media_cents: 260 },
  { id: 'business', name: 'Business', price_cents: 100_000, media_per_month: 416_667, cost_per_media_cents: 240 },
  { id: 'enterprise', name: 'Enterprise', price_cents: 200_000, media_per_month: 909_091, cost_per_media_cents: 220 },
];

export const FREE_PLAN_ID = 'free';

/** The plan of that id, or undefined. */
export function planById(id: string): Plan | undefined {
  return plans.find((plan) => plan.id === id);
}

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "$60.00", "$1,000.00": cents divided by 100 with two decimals (specification §9), in groups as on invoices. */
export function formatPrice(cents: number): string {
  return `$${dollars.format(cents / 100)}`;
}

/** "$0.00300": the stored per-frame figure divided by 100,000 with five decimals (specification §9). */
export function formatFrameCost(costPerMediaCents: number): string {
  return `$${(costPerMediaCents / 100_000).toFixed(5)}`;
}
