import { type Column, getTableColumns, type InferInsertModel, SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

const nameOf = ({ keyAsName, name }: Column): string => (keyAsName ? toSnakeCase(name) : name);

/**
 * `insert into … select … from source`, as part of a larger statement: a row for each row of the source, and so none where it is empty.
 * What is not given gets the default of the database, not that of the table's definition here.
 * @param source the rest of the select, from its `from` on
 */
export function insertFrom<T extends PgTable>(table: T, values: InferInsertModel<T>, source: SQL): SQL {
  const given = new Map<string, unknown>(Object.entries(values));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.get(key) !== undefined);
  const names = columns.map(([, column]) => sql.identifier(nameOf(column)));
  const cells = columns.map(([key, column]) => {
    const value = given.get(key);
    const cell = value instanceof SQL ? value : sql.param(value, column);
    return sql`${cell}::${sql.raw(column.getSQLType())}`;
  });
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(cells, sql`, `)} from ${source}`;
}

/**
 * The same for several rows that give the same columns, as one value of JSON. Arrays and times are read from JSON as their columns are.
 * @param source has one row, or none where nothing may be written
 */
export function insertAllFrom<T extends PgTable>(table: T, rows: readonly InferInsertModel<T>[], source: SQL): SQL {
  const given = new Set(rows.flatMap((row) => Object.entries(row).flatMap(([key, value]) => (value === undefined ? [] : [key]))));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.has(key));
  const names = columns.map(([, column]) => sql`${sql.identifier(nameOf(column))}`);
  const list = (parts: SQL[]) => sql.join(parts, sql`, `);
  const values = rows.map((row) => {
    const own = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(columns.map(([key, column]) => [nameOf(column), own.get(key)]));
  });
  return sql`insert into ${table} (${list(names)}) select ${list(names.map((name) => sql`given.${name}`))}
    from ${source}, json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json) as given`;
}
