import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { delivery } from '../db/schema.ts';
import { inOrder } from './in-order.ts';

/**
 * Moves when hooks are told of decisions that nobody outside knows of yet.
 * @param decisions what a decision's id is compared with
 */
export async function holdDeliveries(tx: Tx, decisions: SQL, until: Date): Promise<void> {
  const untold = and(eq(delivery.state, 'waiting'), eq(delivery.attempts, 0), isNull(delivery.begunAt));
  await tx
    .update(delivery)
    .set({ nextAttemptAt: until })
    .where(inOrder(tx, and(sql`${delivery.decisionId} = ${decisions}`, untold)));
}
