import type { DayCounts, VerdictCounts } from '@clearframe/contract';
import { and, eq, gte, lte, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { mediaTally } from '../../db/schema.ts';

/** More changes than this of one day and verdict are folded into their sum. */
const foldedAbove = 10;
/** Of one statement, which holds its locks for a moment. */
const rowsPerFold = 20_000;
const sumsPerFold = 1_000;
/** Statements of one call: what is more goes with the next sweep. */
const folds = 20;

export const noCounts: VerdictCounts = { safe: 0, flagged: 0, not_checked: 0, review: 0, sample: 0, undecided: 0 };

function add(counts: VerdictCounts, { state, items }: { state: keyof VerdictCounts; items: number }): void {
  counts[state] += items;
  // An item to be reviewed is a safe one until a person says otherwise, and so is one that was drawn.
  if (state === 'review' || state === 'sample') counts.safe += items;
}

/** Verdicts of an account by day (UTC), days without items left out. `from` null counts from the first. */
export async function countDays({ db }: Pick<Context, 'db'>, accountId: string, from: string | null): Promise<DayCounts[]> {
  const rows = await db
    .select({ day: mediaTally.day, state: mediaTally.state, items: sql<number>`sum(${mediaTally.delta})::int` })
    .from(mediaTally)
    .where(and(eq(mediaTally.accountId, accountId), from === null ? undefined : gte(mediaTally.day, from)))
    .groupBy(mediaTally.day, mediaTally.state)
    .orderBy(mediaTally.day);
  const days = new Map<string, DayCounts>();
  for (const { day, state, items } of rows) {
    const counts = days.get(day) ?? { ...noCounts, day };
    add(counts, { state, items });
    days.set(day, counts);
  }
  return [...days.values()];
}

/** Verdicts of an account from one day to another (UTC), both included and both optional: one sum, however many days there are. */
export async function sumDays(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<VerdictCounts> {
  const within = and(
    eq(mediaTally.accountId, accountId),
    from === undefined ? undefined : gte(mediaTally.day, from),
    to === undefined ? undefined : lte(mediaTally.day, to),
  );
  const rows = await db
    .select({ state: mediaTally.state, items: sql<number>`sum(${mediaTally.delta})::int` })
    .from(mediaTally)
    .where(within)
    .groupBy(mediaTally.state);
  const counts = { ...noCounts };
  for (const row of rows) add(counts, row);
  return counts;
}

/** The sum over days. */
export function sumCounts(days: readonly VerdictCounts[]): VerdictCounts {
  const sum = { ...noCounts };
  for (const day of days) {
    sum.safe += day.safe;
    sum.flagged += day.flagged;
    sum.not_checked += day.not_checked;
    sum.review += day.review;
    sum.sample += day.sample;
    sum.undecided += day.undecided;
  }
  return sum;
}

/** One statement, so that a reader sees the rows before or the sum after, never both and never neither. */
const foldSome = sql`
  with busy as (
    select account_id, day, state from media_tally group by account_id, day, state having count(*) > ${foldedAbove} limit ${sumsPerFold}
  ), gone as (
    delete from media_tally where ctid = any(array(
      select changed.ctid from media_tally changed join busy using (account_id, day, state) limit ${rowsPerFold}
    )) returning account_id, day, state, delta
  ), sums as (
    insert into media_tally (account_id, day, state, delta)
    select account_id, day, state, sum(delta) from gone group by account_id, day, state having sum(delta) <> 0
    returning 1
  )
  select (select count(*) from gone)::int as gone, (select count(*) from sums)::int as sums`;

/** Folds changes into one row a day and verdict, some at a time. @returns how many rows were folded away */
export async function foldTally({ db }: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    signal?.throwIfAborted();
    const { rows } = await db.execute<{ gone: number; sums: number }>(foldSome);
    const [{ gone, sums } = { gone: 0, sums: 0 }] = rows;
    folded += gone - sums;
    if (gone < rowsPerFold) break;
  }
  return folded;
}
