import type { DayCounts, MediaQuery, VerdictCounts } from '@clearframe/contract';
import { type SQL, sql } from 'drizzle-orm';
import { changesOfAuthor } from '../../authors/author-sums.ts';
import type { Context } from '../../context.ts';
import { foldSums } from '../../db/counted-sums.ts';
import { mediaTally } from '../../db/schema.ts';
import { changesOfSource, changesWithin } from './month-sums.ts';

export const noCounts: VerdictCounts = { safe: 0, flagged: 0, not_checked: 0, review: 0, sample: 0, undecided: 0 };

function add(counts: VerdictCounts, { state, items }: { state: keyof VerdictCounts; items: number }): void {
  counts[state] += items;
  // An item to be reviewed is a safe one until a person says otherwise, and so is one that was drawn.
  if (state === 'review' || state === 'sample') counts.safe += items;
}

type Summed = { state: keyof VerdictCounts; items: number };

function countsOf(rows: readonly Summed[]): VerdictCounts {
  const counts = { ...noCounts };
  for (const row of rows) add(counts, row);
  return counts;
}

/** Verdicts of an account from one day to another (UTC), both included and both optional: a few sums, however many days there are. */
export async function sumDays(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  days: { from?: string | undefined; to?: string | undefined },
): Promise<VerdictCounts> {
  const { rows } = await db.execute<Summed>(
    sql`select state, sum(delta)::int as items from (${changesWithin(accountId, days)}) changed group by state`,
  );
  return countsOf(rows);
}

/** @param changes by verdict; a row without a verdict says that there are no sums yet. @returns null then */
async function sumUnlessUncounted({ db }: Pick<Context, 'db'>, changes: SQL): Promise<VerdictCounts | null> {
  const { rows } = await db.execute<{ state: keyof VerdictCounts | null; items: number }>(
    sql`select state, sum(delta)::int as items from (${changes}) changed group by state`,
  );
  const of = rows.flatMap(({ state, items }) => (state === null ? [] : { state, items }));
  return of.length < rows.length ? null : countsOf(of);
}

/** The same of what came from one source, on any day; null when there are no sums of it yet. */
export const sumSource = (
  context: Pick<Context, 'db'>,
  accountId: string,
  source: NonNullable<MediaQuery['source']>,
): Promise<VerdictCounts | null> => sumUnlessUncounted(context, changesOfSource(accountId, source));

/** The same of one author; null when there are no sums of it yet. @param author the id of their row; null = nobody's */
export const sumAuthor = (context: Pick<Context, 'db'>, accountId: string, author: SQL): Promise<VerdictCounts | null> =>
  sumUnlessUncounted(context, changesOfAuthor(accountId, author));

/** At one moment: verdicts by day (UTC) from a day on, days without items left out, and their sum since another day; null = of all days. */
export async function countDays(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  { from, since }: { from: string; since: string | null },
): Promise<{ days: DayCounts[]; sum: VerdictCounts }> {
  const { rows } = await db.execute<Summed & { day: string | null }>(sql`
    select day::text, state, sum(delta)::int as items from ${mediaTally}
    where account_id = ${accountId} and day >= ${from}::date group by day, state
    union all
    select null, state, sum(delta)::int from (${changesWithin(accountId, { from: since ?? undefined })}) changed group by state`);
  const days = [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, of]) => (day === null ? [] : { ...countsOf(of), day }));
  return { days, sum: countsOf(rows.filter(({ day }) => day === null)) };
}

/** Folds changes into one row a day and verdict, some at a time. @returns how many rows were folded away */
export const foldTally = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  foldSums(context, { table: mediaTally, row: sql`account_id, day, state` }, signal);
