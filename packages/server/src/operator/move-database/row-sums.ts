import type pg from 'pg';
import { queueSchema } from '../../queue/install.ts';
import { nameOf, rowsOf, type Table } from '../backup/tables.ts';

/** The same text for the same value on every server. */
const plainText =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'";

/** Rows that the move itself changes: only their number is compared. */
const ownNames = new Set(['public.installation', 'public.backup', `${queueSchema}.job`]);

export type TableSum = { name: string; rows: number /** Of every row's hash; null = not compared. */; sum: string | null };

/** Number of rows of each table, and the sum of a hash of each row: the same where all rows are, in whatever order they lie. */
export async function sumTables(client: pg.ClientBase, tables: readonly Table[]): Promise<TableSum[]> {
  await client.query(plainText);
  const sums: TableSum[] = [];
  for (const table of tables) {
    const isOwn = ownNames.has(`${table.schema}.${table.name}`);
    const hash = "coalesce(sum(('x' || left(md5(r::text), 15))::bit(60)::bigint), 0)::text";
    const { rows } = await client.query<{ rows: string; sum: string | null }>(
      `select count(*) as rows, ${isOwn ? 'null' : hash} as sum from (${rowsOf(table)}) r`,
    );
    sums.push({ name: nameOf(table), rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? null });
  }
  return sums;
}

/** Tables that are not the same on both sides, each as a sentence. */
export function differences(before: readonly TableSum[], after: readonly TableSum[]): string[] {
  const found = new Map(after.map((one) => [one.name, one]));
  return before.flatMap(({ name, rows, sum }) => {
    const there = found.get(name);
    if (there?.rows !== rows) return [`${name}: ${rows} rows here, ${there?.rows ?? 0} there.`];
    return there.sum === sum ? [] : [`${name}: ${rows} rows on both sides, and not the same ones.`];
  });
}
