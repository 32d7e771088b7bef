import type { Usage } from '@clearframe/contract';
import type { Db, Tx } from '../db/client.ts';
import { usagePeriod } from '../db/schema.ts';
import { activePeriods } from './periods.ts';

/** Sums over the periods that run now; null when none does. What uploads under way hold counts as gone from the remainder. */
export async function usageOf(db: Db | Tx, accountId: string, now: Date): Promise<Usage | null> {
  const periods = await db.select().from(usagePeriod).where(activePeriods(accountId, now));
  if (periods.length === 0) return null;
  const sum = (of: (period: (typeof periods)[number]) => number) => periods.reduce((total, period) => total + of(period), 0);
  return {
    media_used_this_period: sum(({ used }) => used),
    media_remaining: sum(({ allowance, used, reserved }) => allowance - used - reserved),
    total_media_allowed: sum(({ allowance }) => allowance),
  };
}
