import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './client.ts';

/** Rows of one statement: it holds its locks for a moment. */
const ROWS = 5_000;
/** Of a statement that changes rows with many indexes. */
export const changedAtOnce = 1_000;
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
    // A table in parts has a row of that place in each: those go too, if they are meant.
    const rows = (await db.delete(table).where(and(some, where))).rowCount ?? 0;
    deleted += rows;
    if (rows < ROWS) break;
  }
  return deleted;
}

/** Deletes all of it, some rows at a time: for work that may take long. @throws the signal's reason */
export async function deleteAll(db: Db, table: PgTable, where: SQL | undefined, signal?: AbortSignal): Promise<void> {
  while ((await deleteSome(db, table, where, signal)) > 0);
}

/**
 * Runs a statement that changes so many rows at most until it changes none. It goes by an index, whatever PostgreSQL thinks: that would
 * read a large table from its beginning again for each step.
 * @throws the signal's reason
 */
export async function untilNone(
  db: Db,
  change: (tx: Tx) => Promise<{ rowCount: number | null }>,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rowCount } = await db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return await change(tx);
    });
    if (!rowCount) return;
  }
}
