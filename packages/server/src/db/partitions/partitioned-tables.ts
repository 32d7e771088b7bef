import type { Db } from '../client.ts';
import { monthAfter } from './month.ts';

/** Tables that lie in months, by the id that says when their rows were made. What lies in no month is in `<table>_default`. */
export const partitionedTables = [
  { table: 'analysis', key: 'media_id', refersTo: ['media'] },
  { table: 'media_second', key: 'media_id', refersTo: ['media'] },
  { table: 'usage_entry', key: 'media_id', refersTo: ['usage_period'] },
  { table: 'delivery', key: 'id', refersTo: ['media', 'decision'] },
  { table: 'delivery_attempt', key: 'delivery_id', refersTo: [] },
] as const;
export type PartitionedTable = (typeof partitionedTables)[number];

/** How many months after this one are there before they begin. */
export const monthsAhead = 3;

/** Names of the months of each table, oldest first. */
export async function listMonths(db: Pick<Db, 'execute'>): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ table: string; month: string }>(`
    select parent.relname as table, substr(part.relname, length(parent.relname) + 2) as month
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relkind = 'p' and parent.relnamespace = 'public'::regnamespace
      and part.relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1, 2`);
  const months = new Map<string, string[]>(partitionedTables.map(({ table }) => [table, []]));
  for (const { table, month } of rows) months.get(table)?.push(month);
  return months;
}

/**
 * How many months after this one every table has. Rows of a month that is not there lie in the default part, which no drop frees.
 * @param now of the database
 */
export function countAhead(months: ReadonlyMap<string, readonly string[]>, now: Date): number {
  const coming = (own: readonly string[]): number => {
    let ahead = 0;
    while (own.includes(monthAfter(now, ahead + 1).name)) ahead += 1;
    return ahead;
  };
  return Math.min(...[...months.values()].map(coming));
}

export type PartFacts = {
  /** {@link countAhead}. */
  ahead: number;
  /** Every table has a part for the month that runs. After an upgrade it has none until the next month. */
  isRunningMade: boolean;
  /** Rows of the default parts, as PostgreSQL counted them last. */
  defaultRows: { table: string; rows: number }[];
};

/** What there is to know of the parts of a database, by its own clock and counts: no table is read for it. */
export async function readParts(db: Pick<Db, 'execute'>): Promise<PartFacts> {
  const clock = await db.execute<{ ms: string }>('select extract(epoch from now()) * 1000 as ms');
  const now = new Date(Number(clock.rows[0]?.ms ?? 0));
  const months = await listMonths(db);
  const running = monthAfter(now, 0).name;
  // Its own counts begin at 0 after a crash; those of the last look by it outlast that.
  const counts = await db.execute<{ table: string; rows: string }>(`
    select left(c.relname, -length('_default')) as table, greatest(c.reltuples, s.n_live_tup, 0)::bigint as rows
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relispartition and c.relnamespace = 'public'::regnamespace and c.relname like '%\\_default' order by 1`);
  return {
    ahead: countAhead(months, now),
    isRunningMade: [...months.values()].every((own) => own.includes(running)),
    defaultRows: counts.rows.map(({ table, rows }) => ({ table, rows: Number(rows) })),
  };
}
