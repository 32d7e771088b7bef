import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Context } from '../context.ts';
import { countSums, foldSums, type LateSums } from '../db/counted-sums.ts';
import { machineVerdict, qualityTally, qualityUncounted } from '../db/schema.ts';

const { accountId: _account, delta: _delta, ...kind } = getTableColumns(qualityTally);

/** What the figures ask of a result, in each table that has it. */
const kinds = Object.entries(kind).map(([name, column]) => ({ name, column: toSnakeCase(column.name) }));
const listOf = (columns: readonly string[]): SQL => sql.raw(columns.join(', '));

/** For `select`, and after `group by`. @param table where more than one table has them */
export const kindList = (table?: string): SQL => listOf(kinds.map(({ column }) => (table ? `${table}.${column}` : column)));
/** For the `select` that a program reads. */
export const kindAsNamed = listOf(kinds.map(({ column, name }) => `${column} as "${name}"`));

const sums: LateSums = {
  table: qualityTally,
  uncounted: qualityUncounted,
  row: sql`account_id, ${kindList()}`,
  counted: (accountId) => sql`
    select account_id, ${kindList()}, count(*) from ${machineVerdict}
    where account_id = ${accountId}::uuid and newest group by account_id, ${kindList()}`,
};

/** Folds changes into one row a kind, some at a time. @returns how many rows were folded away */
export const foldVerdictSums = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  foldSums(context, sums, signal);

/** After the upgrade that brought the sums: counts every account once. @returns how many were counted */
export const countVerdicts = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  countSums(context, sums, signal);
