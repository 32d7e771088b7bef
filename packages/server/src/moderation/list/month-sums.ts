import type { MediaQuery } from '@clearframe/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { countSums, foldSums, type LateSums } from '../../db/counted-sums.ts';
import { media, mediaMonth, mediaTally, mediaUncounted } from '../../db/schema.ts';

const sums: LateSums = {
  table: mediaMonth,
  uncounted: mediaUncounted,
  row: sql`account_id, month, source, state`,
  // As the triggers write it.
  counted: (accountId) => sql`
    select account_id, date_trunc('month', created_at at time zone 'UTC')::date, source, state, count(*) from (
      select account_id, created_at, source, media_tally_state(moderation_flagged, needs_review, sampled) as state
      from ${media} where account_id = ${accountId}::uuid and kept
      union all
      select account_id, created_at, source, 'undecided' from ${media} where account_id = ${accountId}::uuid and waiting
    ) item group by 1, 2, 3, 4`,
};

/** Folds changes into one row a month, source and verdict. @returns how many rows were folded away */
export const foldMonths = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  foldSums(context, sums, signal);

/** After the upgrade that brought the months: counts every account once. @returns how many were counted */
export const countMonths = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  countSums(context, sums, signal);

/** Both included, both optional. */
type Days = { from?: string | undefined; to?: string | undefined };

const isUncounted = (accountId: string): SQL => sql`exists (select from ${mediaUncounted} where account_id = ${accountId})`;

/**
 * Changes by verdict, from one day to another, as a select of `state` and `delta`: whole months of them, and days at the two ends alone.
 * All is read by days as long as the account's months are not counted.
 */
export function changesWithin(accountId: string, { from, to }: Days): SQL {
  const firstMonth = from === undefined ? undefined : sql`date_trunc('month', ${from}::date - 1 + interval '1 month')::date`;
  const endOfMonths = to === undefined ? undefined : sql`date_trunc('month', (${to}::date + 1)::timestamp)::date`;
  const all = (conditions: readonly (SQL | undefined)[]) =>
    sql.join(
      conditions.filter((one) => one !== undefined),
      sql` and `,
    );
  const changes = (table: SQL, conditions: readonly (SQL | undefined)[]) =>
    sql`select state, delta from ${table} where ${all([sql`account_id = ${accountId}`, ...conditions])}`;
  const days = (...conditions: (SQL | undefined)[]) =>
    changes(sql`${mediaTally}`, [
      from === undefined ? undefined : sql`day >= ${from}::date`,
      to === undefined ? undefined : sql`day <= ${to}::date`,
      ...conditions,
    ]);
  const uncounted = isUncounted(accountId);
  const parts = [
    changes(sql`${mediaMonth}`, [
      sql`not ${uncounted}`,
      firstMonth && sql`month >= ${firstMonth}`,
      endOfMonths && sql`month < ${endOfMonths}`,
    ]),
    days(uncounted),
    ...(firstMonth ? [days(sql`not ${uncounted}`, sql`day < ${firstMonth}`)] : []),
    ...(endOfMonths ? [days(sql`not ${uncounted}`, sql`day >= ${endOfMonths}`, firstMonth && sql`day >= ${firstMonth}`)] : []),
  ];
  return sql.join(parts, sql` union all `);
}

/** Changes by verdict of one source; of an account whose months are not counted, a row without a verdict as well. */
export const changesOfSource = (accountId: string, source: NonNullable<MediaQuery['source']>): SQL => sql`
  select state, delta from ${mediaMonth} where account_id = ${accountId} and source = ${source}
  union all select null, 0 where ${isUncounted(accountId)}`;
