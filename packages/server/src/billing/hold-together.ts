import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { usageEntry, usagePeriod } from '../db/schema.ts';
import { lockPeriods, nextPlace } from './ledger.ts';

type Held = { mediaId: string; periodId: string; turn: number };

/**
 * `holdFrames` for the uploads of new pictures of one account: a frame for each, as if each had been asked for by itself. The periods stay
 * locked until the transaction ends.
 * @param along.notices what the last statement tells when the transaction commits
 * @returns the turn of each analysis; null where not all of them have a frame: then the transaction must roll back
 */
export async function holdTogether(
  tx: Tx,
  { accountId, mediaIds, attempt, now }: { accountId: string; mediaIds: readonly string[]; attempt: number; now: Date },
  { turnNow, notices }: { turnNow: SQL; notices: SQL },
): Promise<number[] | null> {
  const rows = await lockPeriods(tx, { accountId, now }, turnNow);
  const [first] = rows;
  if (!first) return null;
  const periods = rows.map(({ period }) => ({ ...period }));
  const held: Held[] = [];
  for (const mediaId of mediaIds) {
    const room = periods.find(({ allowance, used, reserved }) => used + reserved < allowance);
    if (!room) return null;
    const { turn, next } = nextPlace(first, periods, 1);
    room.reserved += 1;
    room.nextTurn = next;
    held.push({ mediaId, periodId: room.id, turn });
  }
  const array = (values: readonly unknown[]): SQL => sql`${sql.param(values)}`;
  const { rows: written } = await tx.execute<{ entries: number }>(sql`
    with entry as (
      insert into ${usageEntry} (period_id, media_id, attempt, kind, frames)
      select period_id, media_id, ${attempt}::int, 'reserve', 1 from unnest(
        ${array(held.map(({ periodId }) => periodId))}::uuid[], ${array(held.map(({ mediaId }) => mediaId))}::uuid[])
        as held (period_id, media_id)
      on conflict do nothing returning period_id),
    by_period as (select period_id, count(*)::int as frames from entry group by period_id),
    counted as (
      update ${usagePeriod} set reserved = ${usagePeriod.reserved} + by_period.frames, next_turn = locked.next
      from by_period join unnest(
        ${array(periods.map(({ id }) => id))}::uuid[], ${array(periods.map(({ nextTurn }) => nextTurn))}::bigint[])
        as locked (id, next) on locked.id = by_period.period_id
      where ${usagePeriod.id} = locked.id returning 1)
    select (select count(*)::int from entry) as entries, (select count(*)::int from counted) as periods, ${notices}`);
  return written[0]?.entries === held.length ? held.map(({ turn }) => turn) : null;
}
