import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';

export type UnbalancedPeriod = { id: string; accountId: string; counters: string; ledger: string };

/**
 * Compares the counters of every period with the sums of the ledger, and both with the figures by day. It reads the whole ledger.
 * @returns how many periods there are, and those that do not add up: granted/charged/reserved/by day
 */
export async function findUnbalanced(db: Db): Promise<{ periods: number; unbalanced: UnbalancedPeriod[] }> {
  const { rows } = await db.execute<{ periods: number; unbalanced: UnbalancedPeriod[] | null }>(sql`
    with sums as (
      select entry.period_id, coalesce(sum(frames) filter (where kind = 'grant'), 0) as granted,
        coalesce(sum(frames) filter (where kind = 'commit'), 0) as charged,
        coalesce(sum(frames) filter (where kind = 'reserve' and not exists (
          select from usage_entry final where final.media_id = entry.media_id and final.attempt = entry.attempt
            and final.kind in ('commit', 'release'))), 0) as reserved
      from usage_entry entry group by 1),
    days as (select period_id, sum(frames) as frames from usage_tally group by 1),
    compared as (
      select period.id, period.account_id as "accountId",
        concat_ws('/', allowance, used, period.reserved, used) as counters,
        concat_ws('/', coalesce(granted, 0), coalesce(charged, 0), coalesce(sums.reserved, 0), coalesce(days.frames, 0)) as ledger
      from usage_period period left join sums on sums.period_id = period.id left join days on days.period_id = period.id)
    select count(*)::int as periods, json_agg(compared) filter (where counters <> ledger) as unbalanced from compared`);
  const [row] = rows;
  return { periods: row?.periods ?? 0, unbalanced: row?.unbalanced ?? [] };
}
