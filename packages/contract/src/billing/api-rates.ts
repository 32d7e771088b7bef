import { FREE_PLAN_ID, plans } from './plans.ts';

/** Requests a minute with one API token, and with all tokens of an account together. */
export type ApiRate = { token: number; account: number };

const unplanned: ApiRate = { token: 60, account: 600 };

/** What each plan may ask a minute, before RATE_LIMIT_SCALE. docs/limits.md states it, which a test compares. */
export const apiRates: Readonly<Record<string, ApiRate>> = {
  [FREE_PLAN_ID]: unplanned,
  development: { token: 120, account: 600 },
  starter: { token: 600, account: 1_200 },
  growth: { token: 900, account: 1_800 },
  professional: { token: 1_500, account: 3_000 },
  business: { token: 6_000, account: 12_000 },
  enterprise: { token: 12_000, account: 24_000 },
};

/** What an account may use up now: a plan's frames, or frames that the operator granted (`planId` null). */
export type RatedPeriod = { planId: string | null; frames: number };

/** A grant of the operator counts as the largest plan that it covers. */
const planOf = ({ planId, frames }: RatedPeriod): string =>
  planId ?? plans.findLast(({ media_per_month }) => media_per_month <= frames)?.id ?? FREE_PLAN_ID;

/** The highest rate of the periods that run now; that of the free trial where none does. */
export function apiRateOf(periods: readonly RatedPeriod[]): ApiRate {
  const rates = periods.map((period) => apiRates[planOf(period)] ?? unplanned);
  return rates.reduce((best, rate) => (rate.token > best.token ? rate : best), unplanned);
}
