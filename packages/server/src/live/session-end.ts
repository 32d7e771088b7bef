import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { CHANNEL } from './channel.ts';

/** Tells every process that these sessions are over, when the transaction commits: their streams end at once. */
export async function announceSessionEnd(tx: Db | Tx, sessionIds: readonly string[]): Promise<void> {
  const payloads = sessionIds.map((ended) => sql`pg_notify(${CHANNEL}, ${JSON.stringify({ ended })})`);
  if (payloads.length > 0) await tx.execute(sql`select ${sql.join(payloads, sql`, `)}`);
}
