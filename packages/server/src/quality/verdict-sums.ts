import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Context } from '../context.ts';
import { longTransaction } from '../db/long-transaction.ts';
import { machineVerdict, qualityTally, qualityUncounted } from '../db/schema.ts';

const { accountId: _account, delta: _delta, ...kind } = getTableColumns(qualityTally);

/** What the figures ask of a result, in each table that has it. */
const kinds = Object.entries(kind).map(([name, column]) => ({ name, column: toSnakeCase(column.name) }));
const listOf = (columns: readonly string[]): SQL => sql.raw(columns.join(', '));

/** For `select`, and after `group by`. @param table where more than one table has them */
export const kindList = (table?: string): SQL => listOf(kinds.map(({ column }) => (table ? `${table}.${column}` : column)));
/** For the `select` that a program reads. */
export const kindAsNamed = listOf(kinds.map(({ column, name }) => `${column} as "${name}"`));

/** More changes than this of one kind are folded into their sum. */
const foldedAbove = 10;
/** Of one statement, which holds its locks for a moment. */
const rowsPerFold = 20_000;
const sumsPerFold = 1_000;
/** Statements of one call: what is more goes with the next sweep. */
const folds = 20;
const row = sql`account_id, ${kindList()}`;

/**
 * One statement, so that a reader sees the rows before or the sum after. Accounts that are still to be counted are left alone: what is
 * counted takes the place of the rows that were there at one moment.
 */
const foldSome = sql`
  with busy as (
    select ${row} from ${qualityTally} where account_id not in (select account_id from ${qualityUncounted})
    group by ${row} having count(*) > ${foldedAbove} limit ${sumsPerFold}
  ), gone as (
    delete from ${qualityTally} where ctid = any(array(
      select changed.ctid from ${qualityTally} changed join busy using (${row}) limit ${rowsPerFold}
    )) returning ${row}, delta
  ), sums as (
    insert into ${qualityTally} (${row}, delta)
    select ${row}, sum(delta) from gone group by ${row} having sum(delta) <> 0 returning 1
  )
  select (select count(*) from gone)::int as gone, (select count(*) from sums)::int as sums`;

/** Folds changes into one row a kind, some at a time. @returns how many rows were folded away */
export async function foldVerdictSums({ db }: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> {
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

/** A million results of an account are counted in seconds. */
const countingMs = 30 * 60_000;

/**
 * Counts the results of an account from before there were sums, while others write. All in one statement sees one moment: the changes that
 * it removes are those of the results that it counts, and each later change adds its own.
 */
async function countOne({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await longTransaction(db, countingMs, async (tx) => {
    const mine = sql`account_id = ${accountId}::uuid`;
    // Whoever counts the same account waits here, and then finds it counted.
    const { rowCount } = await tx.execute(sql`delete from ${qualityUncounted} where ${mine}`);
    if (rowCount === 0) return;
    await tx.execute(sql`
      with gone as (delete from ${qualityTally} where ${mine})
      insert into ${qualityTally} (${row}, delta)
      select ${row}, count(*) from ${machineVerdict} where ${mine} and newest group by ${row}`);
  });
}

/** After the upgrade that brought the sums: counts every account once. @returns how many were counted */
export async function countVerdicts(context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> {
  let counted = 0;
  for (;;) {
    const some = await context.db.select().from(qualityUncounted).limit(sumsPerFold);
    for (const { accountId } of some) {
      signal?.throwIfAborted();
      await countOne(context, accountId);
      counted += 1;
    }
    if (some.length < sumsPerFold) return counted;
  }
}
