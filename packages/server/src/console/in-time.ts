import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { isDatabaseSlow } from '../db/database-fault.ts';

/** Of each statement. */
const limitMs = 2_000;

/** Reads what an answer of the console can do without. @returns null where it takes too long */
export async function inTime<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T | null> {
  const work = db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${limitMs}`));
      return await read(tx);
    },
    { accessMode: 'read only' },
  );
  return await work.catch((error: unknown) => {
    if (isDatabaseSlow(error)) return null;
    throw error;
  });
}
