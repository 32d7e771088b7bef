import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';

const BATCH = 1_000;
/** What the operator may have to show an authority stays its 365 days. */
const evidence = ['media.held', 'media.released'];

/** Removes what is known of deliveries of these items that ended before a moment, but of items under legal hold. Returns how many. */
export async function forgetDeliveries({ db }: Pick<Context, 'db'>, ids: readonly string[], before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from delivery d
    where d.media_id = any(${sql.param([...ids])}::uuid[]) and d.state <> 'waiting' and d.finished_at < ${before.toISOString()}
      and not exists (select from media m where m.id = d.media_id and m.held_at is not null)`);
  return rowCount ?? 0;
}

/**
 * Removes lines of an account's security log that are so many days old, by the database's clock. The trigger that keeps the log lets
 * through what a transaction says, and never what is younger than 30 days. Returns how many.
 */
export async function forgetSecurityLines(
  { db }: Pick<Context, 'db'>,
  { accountId, days }: { accountId: string; days: number },
  eachBatch: () => Promise<void>,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    await eachBatch();
    const some = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('clearframe.logs_days', ${String(days)}, true)`);
      const { rowCount } = await tx.execute(sql`
        delete from security_event where id = any(array(
          select id from security_event
          where account_id = ${accountId} and created_at < now() - make_interval(days => ${days})
            and (kind <> all (${sql.param(evidence)}::text[]) or created_at < now() - interval '365 days')
          order by created_at limit ${BATCH}))`);
      return rowCount ?? 0;
    });
    forgotten += some;
    if (some < BATCH) return forgotten;
  }
}
