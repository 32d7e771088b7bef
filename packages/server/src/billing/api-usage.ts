import type { ApiUsage } from '@clearframe/contract';
import { asc } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { usagePeriod } from '../db/schema.ts';
import { activePeriods, periodEnd } from './periods.ts';
import { liveSubscription, subscriptionView } from './subscriptions.ts';

/** What `GET /v1/usage` answers: frames of all periods that run now, and when the next of them ends. */
export async function apiUsage(db: Db, accountId: string, now: Date): Promise<ApiUsage> {
  const periods = await db.select().from(usagePeriod).where(activePeriods(accountId, now)).orderBy(asc(usagePeriod.endsAt));
  const [first] = periods;
  if (!first) return { plan: null, period: null, frames: null };
  const subscription = await liveSubscription(db, accountId, now);
  const sum = (column: 'allowance' | 'used' | 'reserved') => periods.reduce((total, period) => total + period[column], 0);
  const [allowed, charged, reserved] = [sum('allowance'), sum('used'), sum('reserved')];
  return {
    plan: subscription ? subscriptionView(subscription).plan : null,
    period: { start: first.startsAt.toISOString(), end: periodEnd(first).toISOString() },
    frames: { allowed, charged, reserved, remaining: allowed - charged - reserved },
  };
}
