import { type DashboardSummary, type DayCounts, summaryDays } from '@clearframe/contract';
import { and, asc, desc, eq, isNull, min } from 'drizzle-orm';
import { activePeriods } from '../../billing/periods.ts';
import type { Context } from '../../context.ts';
import { media, usagePeriod } from '../../db/schema.ts';
import { countDays, noCounts } from './tally.ts';

const dayMs = 24 * 3_600_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Each of the last days, also those without items. */
function lastDays(counted: readonly DayCounts[], now: Date): DayCounts[] {
  const byDay = new Map(counted.map((counts) => [counts.day, counts]));
  return Array.from({ length: summaryDays }, (_, index) => {
    const day = dayOf(new Date(now.getTime() - (summaryDays - 1 - index) * dayMs));
    return byDay.get(day) ?? { ...noCounts, day };
  });
}

/** Figures of the first screen (DASH-02): three small queries, however many items there are. */
export async function dashboardSummary(context: Pick<Context, 'clock' | 'db'>, accountId: string): Promise<DashboardSummary> {
  const { db, clock } = context;
  const now = clock.now();
  const [[period], [oldest]] = await Promise.all([
    db
      .select({ startsAt: min(usagePeriod.startsAt) })
      .from(usagePeriod)
      .where(activePeriods(accountId, now)),
    db
      .select({ createdAt: media.createdAt })
      .from(media)
      .where(and(eq(media.accountId, accountId), media.kept, isNull(media.moderationFlagged)))
      // Only so is it the order of the index that has what is not checked together: by time alone it would be walked from its end.
      .orderBy(desc(media.moderationFlagged), asc(media.createdAt))
      .limit(1),
  ]);
  const since = period?.startsAt ? dayOf(period.startsAt) : null;
  const firstDay = dayOf(new Date(now.getTime() - (summaryDays - 1) * dayMs));
  const { days, sum } = await countDays(context, accountId, { from: firstDay, since });
  return {
    since,
    counts: sum,
    oldest_not_checked: oldest?.createdAt.toISOString() ?? null,
    days: lastDays(days, now),
  };
}
