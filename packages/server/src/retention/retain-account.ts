import { eq, type SQL, sql } from 'drizzle-orm';
import type { RetentionDays } from '../config-retention.ts';
import type { Context } from '../context.ts';
import { knownState } from '../db/schema.ts';
import { forgetDeliveries, forgetSecurityLines } from './forget-logs.ts';
import { forgetResults } from './forget-results.ts';
import { type Cutoffs, cutoffsOf, type Judged, judgeAge } from './judge-age.ts';
import { removeItems } from './remove-items.ts';

export type RetainContext = Pick<Context, 'clock' | 'db' | 'live'>;

/** How many of each went. */
export type Forgotten = { items: number; results: number; deliveries: number; securityLines: number };

/** Items that are looked at in one statement. */
const PAGE = 1_000;
/** Items that go in one transaction, and rows of their results: whoever decides one of them waits for a moment only. */
const ITEMS = 200;
const ROWS = 20_000;

/** Uploaded before a moment, the oldest first, from an item on. The conditions that say the same twice let the index begin there. */
function page(accountId: string, before: Date, last: Judged | undefined): { which: SQL; order: SQL } {
  const at = sql`${last?.at ?? null}::timestamptz`;
  const after = last && sql`and m.created_at >= ${at} and (m.created_at > ${at} or m.id < ${last.id})`;
  return {
    which: sql`m.account_id = ${accountId} and m.created_at < ${before.toISOString()} ${after ?? sql``}`,
    order: sql`order by m.created_at, m.id desc limit ${PAGE}`,
  };
}

/** Ids in pieces of a transaction. */
function inPieces(items: readonly Judged[]): string[][] {
  const pieces: string[][] = [];
  let rows = ROWS;
  for (const { id, seconds } of items) {
    const piece = pieces.at(-1);
    if (piece && piece.length < ITEMS && rows + seconds <= ROWS) {
      piece.push(id);
      rows += seconds;
    } else {
      pieces.push([id]);
      rows = seconds;
    }
  }
  return pieces;
}

const latest = ({ safe, flagged, results, logs }: Cutoffs): Date | null => {
  const times = [safe, flagged, results, logs].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times));
};

/**
 * Removes what an account keeps no longer: looks at its items, the oldest first, a thousand at a time, until none is left that is old
 * enough for anything. Each piece is a transaction, so that a run that dies anywhere has done what it has done.
 * @param days what counts for it, see `within`
 * @param eachBatch awaited before each piece; what it throws ends the run
 */
export async function retainAccount(
  context: RetainContext,
  { accountId, days }: { accountId: string; days: RetentionDays },
  eachBatch: () => Promise<void>,
): Promise<Forgotten> {
  const { clock, db } = context;
  const done: Forgotten = { items: 0, results: 0, deliveries: 0, securityLines: 0 };
  let hashes = 0;
  const cutoffs = cutoffsOf(days, clock.now());
  const before = latest(cutoffs);
  let last: Judged | undefined;
  while (before) {
    await eachBatch();
    const { which, order } = page(accountId, before, last);
    const items = await judgeAge(db, cutoffs, which, order);
    for (const piece of inPieces(items.filter(({ isDue }) => isDue))) {
      await eachBatch();
      const gone = await removeItems(context, accountId, piece, cutoffs);
      done.items += gone.items;
      hashes += gone.hashes;
    }
    for (const piece of inPieces(items.filter(({ isDue, hasDueResults }) => hasDueResults && !isDue))) {
      await eachBatch();
      done.results += await forgetResults(context, piece, cutoffs);
    }
    const ids = items.map(({ id }) => id);
    if (cutoffs.logs) done.deliveries += await forgetDeliveries(context, ids, cutoffs.logs);
    last = items.at(-1);
    if (items.length < PAGE) break;
  }
  // Processes hold the hashes of those that went, and read them anew.
  if (hashes > 0)
    await db
      .update(knownState)
      .set({ epoch: sql`${knownState.epoch} + 1` })
      .where(eq(knownState.accountId, accountId));
  if (days.logsDays !== null)
    done.securityLines = await forgetSecurityLines(context, { accountId, days: days.logsDays }, eachBatch);
  return done;
}
