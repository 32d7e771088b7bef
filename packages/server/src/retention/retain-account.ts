import { type SQL, sql } from 'drizzle-orm';
import { readRetentionMax } from '../settings/retention-max.ts';
import { type RetainContext, readRetention, within } from './days.ts';
import { forgetDeliveries, forgetEvents, forgetSecurityLines } from './forget-logs.ts';
import { forgetResults } from './forget-results.ts';
import { type Cutoffs, cutoffsOf, type Judged, judgeAge } from './judge-age.ts';
import { createPace, inPieces } from './pieces.ts';
import { removeItems } from './remove-items.ts';

/** How many of each went. */
export type Forgotten = { items: number; results: number; deliveries: number; securityLines: number };

/** Items that are looked at in one statement. */
export const PAGE = 1_000;
/** Uploaded before a moment, the oldest first, from an item on. The conditions that say the same twice let the index begin there. */
export function pageOf(accountId: string, before: Date, last: Judged | undefined): { which: SQL; order: SQL } {
  const at = sql`${last?.at ?? null}::timestamptz`;
  const after = last && sql`and m.created_at >= ${at} and (m.created_at > ${at} or m.id < ${last.id})`;
  return {
    which: sql`m.account_id = ${accountId} and m.created_at < ${before.toISOString()} ${after ?? sql``}`,
    order: sql`order by m.created_at, m.id desc limit ${PAGE}`,
  };
}

/** When the youngest item was uploaded that can be old enough for anything; null = nothing ever is. */
export const latest = ({ safe, flagged, results, logs }: Cutoffs): Date | null => {
  const times = [safe, flagged, results, logs].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
};

/** By what the account keeps now: whoever changes it meanwhile is heard at the next page, and before each piece that goes. */
async function readCutoffs({ clock, config, db }: RetainContext, accountId: string): Promise<Cutoffs> {
  const days = within(await readRetention(db, accountId), await readRetentionMax(db, config));
  return cutoffsOf(days, clock.now());
}

/**
 * Removes what an account keeps no longer: looks at its items, the oldest first, a thousand at a time, until none is left that is old
 * enough for anything. Each piece is a transaction, so that a run that dies anywhere has done what it has done.
 * @param eachBatch awaited before each piece; what it throws ends the run
 */
export async function retainAccount(
  context: RetainContext,
  accountId: string,
  eachBatch: () => Promise<void>,
): Promise<Forgotten> {
  const done: Forgotten = { items: 0, results: 0, deliveries: 0, securityLines: 0 };
  const pace = createPace(context.clock);
  for (let last: Judged | undefined; ; ) {
    await eachBatch();
    const cutoffs = await readCutoffs(context, accountId);
    const before = latest(cutoffs);
    if (before === null) break;
    const { which, order } = pageOf(accountId, before, last);
    const items = await judgeAge(context.db, accountId, cutoffs, which, order);
    for (const piece of inPieces(
      items.filter(({ isDue }) => isDue),
      pace,
    )) {
      await eachBatch();
      done.items += await pace.timed(() => removeItems(context, accountId, piece));
    }
    for (const piece of inPieces(
      items.filter(({ isDue, hasDueResults }) => hasDueResults && !isDue),
      pace,
    )) {
      await eachBatch();
      done.results += await pace.timed(() => forgetResults(context, accountId, piece));
    }
    const ids = items.map(({ id }) => id);
    if (cutoffs.logs) done.deliveries += await forgetDeliveries(context, { accountId, ids }, eachBatch);
    last = items.at(-1);
    if (items.length < PAGE) break;
  }
  done.deliveries += await forgetEvents(context, accountId, eachBatch);
  done.securityLines = await forgetSecurityLines(context, accountId, eachBatch);
  return done;
}
