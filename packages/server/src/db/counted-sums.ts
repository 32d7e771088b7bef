import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { longTransaction } from './long-transaction.ts';

type WithDb = { db: Db };

/** Sums that triggers keep as rows of changes, so that nobody waits for a counter. */
export type Sums = {
  /** Has a column `delta` beside those of `row`. */
  table: PgTable;
  /** Whose changes are one sum: names of columns, `account_id` the first of them. */
  row: SQL;
  /**
   * A column `folded` tells sums from changes. Then every change is folded, and looking for them costs what came since, however many sums
   * there are.
   */
  isMarked?: boolean;
};

/** Of rows that were there before the triggers. */
export type LateSums = Sums & {
  /** Accounts whose sums are not to be trusted until they are counted. */
  uncounted: PgTable;
  /** The columns of `row` and how many there are, of an account's own rows. */
  counted(accountId: string): SQL;
};

/** More changes than this of one sum are folded into it. */
const foldedAbove = 10;
/** Of one statement, which holds its locks for a moment. */
const rowsPerFold = 20_000;
const sumsPerFold = 1_000;
/** Statements of one call: what is more goes with the next sweep. */
const folds = 20;
/** A million rows of an account are counted in seconds. */
const countingMs = 30 * 60_000;

/**
 * One statement, so that a reader sees the rows before or the sum after, never both and never neither. Accounts that are still to be
 * counted are left alone: what is counted takes the place of the rows that were there at one moment.
 */
const foldSome = ({ table, row, isMarked = false }: Sums, uncounted?: PgTable) => sql`
  with busy as (
    select ${row} from ${table}
    where ${isMarked ? sql`not folded` : sql`true`}
    ${uncounted ? sql`and account_id not in (select account_id from ${uncounted})` : sql.empty()}
    group by ${row} having count(*) > ${isMarked ? 0 : foldedAbove} limit ${sumsPerFold}
  ), gone as (
    delete from ${table} where ctid = any(array(
      select changed.ctid from ${table} changed join busy using (${row}) limit ${rowsPerFold}
    )) returning ${row}, delta
  ), sums as (
    insert into ${table} (${row}, delta${isMarked ? sql`, folded` : sql.empty()})
    select ${row}, sum(delta)${isMarked ? sql`, true` : sql.empty()} from gone group by ${row} having sum(delta) <> 0
    returning 1
  )
  select (select count(*) from busy)::int as busy, (select count(*) from gone)::int as gone, (select count(*) from sums)::int as sums`;

type Folded = { busy: number; gone: number; sums: number };

/** Folds changes into one row a sum, some at a time. @returns how many rows were folded away */
export async function foldSums({ db }: WithDb, sums: Sums & Partial<LateSums>, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (let fold = 0; fold < folds; fold += 1) {
    signal?.throwIfAborted();
    const { rows } = await db.execute<Folded>(foldSome(sums, sums.uncounted));
    const [made = { busy: 0, gone: 0, sums: 0 }] = rows;
    folded += made.gone - made.sums;
    if (made.gone < rowsPerFold && made.busy < sumsPerFold) break;
  }
  return folded;
}

/**
 * Counts the rows of an account from before there were sums, while others write. All in one statement sees one moment: the changes that it
 * removes are those of the rows that it counts, and each later change adds its own.
 */
async function countOne({ db }: WithDb, sums: LateSums, accountId: string): Promise<void> {
  const { table, uncounted, row, isMarked = false, counted } = sums;
  await longTransaction(db, countingMs, async (tx) => {
    const mine = sql`account_id = ${accountId}::uuid`;
    // Whoever counts the same account waits here, and then finds it counted.
    const { rowCount } = await tx.execute(sql`delete from ${uncounted} where ${mine}`);
    if (rowCount === 0) return;
    const mark = { column: isMarked ? sql`, folded` : sql.empty(), value: isMarked ? sql`, true` : sql.empty() };
    await tx.execute(sql`with gone as (delete from ${table} where ${mine}) insert into ${table} (${row}, delta${mark.column})
      select counted.*${mark.value} from (${counted(accountId)}) counted`);
  });
}

/** After the upgrade that brought the sums: counts every account once. @returns how many were counted */
export async function countSums(context: WithDb, sums: LateSums, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    const { rows } = await context.db.execute<{ id: string }>(
      sql`select account_id as id from ${sums.uncounted} limit ${sumsPerFold}`,
    );
    for (const { id } of rows) {
      signal?.throwIfAborted();
      await countOne(context, sums, id);
      done += 1;
    }
    if (rows.length < sumsPerFold) return done;
  }
}
