import { fromDrizzle, type Db as QueueDb } from 'pg-boss';
import type { Tx } from '../db/client.ts';

/** Loaded when it is needed: the supervisor keeps a queue too, and drizzle would treble its memory. */
export async function transactionOf(tx: Tx): Promise<QueueDb> {
  const { sql } = await import('drizzle-orm');
  return fromDrizzle(tx, sql);
}
