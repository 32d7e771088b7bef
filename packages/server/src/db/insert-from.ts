import { getTableColumns, type InferInsertModel, SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

/**
 * `insert into … select … from source`, as part of a larger statement: a row for each row of the source, and so none where it is empty.
 * What is not given gets the default of the database, not that of the table's definition here.
 * @param source the rest of the select, from its `from` on
 */
export function insertFrom<T extends PgTable>(table: T, values: InferInsertModel<T>, source: SQL): SQL {
  const given = new Map<string, unknown>(Object.entries(values));
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.get(key) !== undefined);
  const names = columns.map(([, { keyAsName, name }]) => sql.identifier(keyAsName ? toSnakeCase(name) : name));
  const cells = columns.map(([key, column]) => {
    const value = given.get(key);
    const cell = value instanceof SQL ? value : sql.param(value, column);
    return sql`${cell}::${sql.raw(column.getSQLType())}`;
  });
  return sql`insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(cells, sql`, `)} from ${source}`;
}
