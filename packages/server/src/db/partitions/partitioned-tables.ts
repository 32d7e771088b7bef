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

/** {@link countAhead} of a database, by its own clock. */
export async function readAhead(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ ms: string }>('select extract(epoch from now()) * 1000 as ms');
  return countAhead(await listMonths(db), new Date(Number(rows[0]?.ms ?? 0)));
}
