import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Rows of one statement: it holds its locks for a moment. */
const ROWS = 5_000;
/** Statements of one call. What is more goes with the next sweep. */
const STATEMENTS = 20;

/**
 * Deletes what time has made void, some rows at a time and so many at most, also after a long stop of the server.
 * @returns how many
 * @throws the signal's reason
 */
export async function deleteSome(db: Db, table: PgTable, where: SQL | undefined, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  for (let statements = 0; statements < STATEMENTS; statements += 1) {
    signal?.throwIfAborted();
    const some = sql`ctid = any(array(select ctid from ${table} where ${where} limit ${ROWS}))`;
    const rows = (await db.delete(table).where(some)).rowCount ?? 0;
    deleted += rows;
    if (rows < ROWS) break;
  }
  return deleted;
}
