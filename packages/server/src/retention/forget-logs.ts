import { sql } from 'drizzle-orm';
import { lockDays, type RetainContext } from './days.ts';
import { cutoffsOf, isKeptFor } from './judge-age.ts';

const BATCH = 1_000;
/** What the operator may have to show an authority stays its 365 days. */
const evidence = ['media.held', 'media.released'];

/** Does the same until less than a batch went. @returns how many went in all */
async function inBatches(eachBatch: () => Promise<void>, forgetSome: () => Promise<number>): Promise<number> {
  for (let forgotten = 0; ; ) {
    await eachBatch();
    const some = await forgetSome();
    forgotten += some;
    if (some < BATCH) return forgotten;
  }
}

/**
 * Removes what is known of deliveries of these items that ended so long ago, but of items that are kept for somebody. What somebody else
 * has locked stays until the next day.
 * @returns how many
 */
export function forgetDeliveries(
  { clock, config, db }: RetainContext,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
  eachBatch: () => Promise<void>,
): Promise<number> {
  return inBatches(eachBatch, () =>
    db.transaction(async (tx) => {
      const { logs } = cutoffsOf(await lockDays(tx, config, accountId), clock.now());
      if (logs === null) return 0;
      const { rowCount } = await tx.execute(sql`
        with old as materialized (
          select d.id from delivery d
          where d.media_id = any(${sql.param([...ids])}::uuid[]) and d.state <> 'waiting' and d.finished_at < ${logs.toISOString()}
            and not exists (select from media m where m.id = d.media_id and ${isKeptFor(accountId)})
          limit ${BATCH} for update skip locked)
        delete from delivery where id = any(array(select id from old))`);
      return rowCount ?? 0;
    }),
  );
}

/** The same of what tells of no item: notices and appeals, which may outlast theirs. */
export function forgetEvents(
  { clock, config, db }: RetainContext,
  accountId: string,
  eachBatch: () => Promise<void>,
): Promise<number> {
  return inBatches(eachBatch, () =>
    db.transaction(async (tx) => {
      const { logs } = cutoffsOf(await lockDays(tx, config, accountId), clock.now());
      if (logs === null) return 0;
      const { rowCount } = await tx.execute(sql`
        with old as materialized (
          select d.id from delivery d
          where d.media_id is null and d.account_id = ${accountId} and d.state <> 'waiting' and d.finished_at < ${logs.toISOString()}
          limit ${BATCH} for update skip locked)
        delete from delivery where id = any(array(select id from old))`);
      return rowCount ?? 0;
    }),
  );
}

/**
 * Removes lines of an account's security log that are as old as it keeps them, by the database's clock. The trigger that keeps the log
 * lets through what a transaction says, and never what is younger than 30 days. Returns how many.
 */
export function forgetSecurityLines(
  { config, db }: RetainContext,
  accountId: string,
  eachBatch: () => Promise<void>,
): Promise<number> {
  return inBatches(eachBatch, () =>
    db.transaction(async (tx) => {
      const { logsDays: days } = await lockDays(tx, config, accountId);
      if (days === null) return 0;
      await tx.execute(sql`select set_config('clearframe.logs_days', ${String(days)}, true)`);
      const { rowCount } = await tx.execute(sql`
        delete from security_event where id = any(array(
          select id from security_event
          where account_id = ${accountId} and created_at < now() - make_interval(days => ${days})
            and (kind <> all (${sql.param(evidence)}::text[]) or created_at < now() - interval '365 days')
          order by created_at limit ${BATCH}))`);
      return rowCount ?? 0;
    }),
  );
}
