import pg from 'pg';
import { queueSchema } from '../../queue/install.ts';
import type { Manifest } from './manifest.ts';

export type Table = Pick<Manifest['tables'][number], 'schema' | 'name' | 'columns'>;
type Asked = Pick<pg.ClientBase, 'query'>;

/** `"public"."media"`. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
export const columnsOf = ({ columns }: Table): string => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/**
 * Our own tables, each with its columns, and the jobs of the queue. The queue's other tables are made again by whoever starts it, and
 * so is the list of migrations. A table in parts counts as one. Tables of extensions are none of ours.
 */
const tablesQuery = `
  select n.nspname as schema, c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and (n.nspname = 'public' or n.nspname = '${queueSchema}' and c.relname = 'job')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

const referencesQuery = `
  select c.conrelid::regclass::text as "from", c.confrelid::regclass::text as "to" from pg_constraint c
  join pg_namespace n on n.oid = c.connamespace
  where c.contype = 'f' and n.nspname = 'public' and c.conrelid <> c.confrelid`;

const sequencesQuery = `
  select n.nspname as schema, t.relname as table, a.attname as column, pg_sequence_last_value(s.oid)::text as last
  from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
  where s.relkind = 'S' and n.nspname = 'public' order by 1, 2, 3`;

/** Each table behind those that it refers to. @throws Error when two refer to each other */
function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const left = new Set(tables);
  const isLeft = (name: string) => [...left].some((table) => table.schema === 'public' && table.name === name);
  while (left.size > 0) {
    const free = [...left].filter(
      ({ schema, name }) => schema !== 'public' || !references.some(({ from, to }) => from === name && isLeft(to)),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other: ${[...left].map(({ name }) => name).join(', ')}`);
    for (const table of free) left.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

/** Every table that a backup holds, in the order in which they can be loaded. */
export async function listTables(client: Asked): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(tablesQuery);
  const { rows: references } = await client.query<{ from: string; to: string }>(referencesQuery);
  const unquoted = references.map(({ from, to }) => ({ from: from.replaceAll('"', ''), to: to.replaceAll('"', '') }));
  return inOrder(tables, unquoted);
}

/** Where the next numbers come from. Read after the rows: a number may be lost, and none is given twice. */
export const listSequences = async (client: Asked): Promise<Manifest['sequences']> =>
  (await client.query<Manifest['sequences'][number]>(sequencesQuery)).rows;

/** Every row of a table, but for the queue's own jobs, such as those that its clock sends: they are made again by it. */
export const rowsOf = (table: Table): string =>
  `select ${columnsOf(table)} from ${nameOf(table)}${table.schema === queueSchema ? " where name !~ '^__'" : ''}`;
