import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { bulkRunItem, decision } from '../../db/schema.ts';
import { holdDeliveries } from '../../webhooks/hold-deliveries.ts';

/**
 * Moves the moment until which what a run decided can be taken back, and at which hooks are told. What is too late to take back stays so.
 * The run is locked.
 */
export async function holdDecisions(tx: Tx, runId: string, { now, until }: { now: Date; until: Date }): Promise<void> {
  const ofRun = tx
    .select({ id: bulkRunItem.decisionId })
    .from(bulkRunItem)
    .where(and(eq(bulkRunItem.runId, runId), sql`${bulkRunItem.outcome} in ('done', 'kept')`));
  const isHeld = and(sql`${decision.id} in ${ofRun}`, isNull(decision.undoneAt), gt(decision.undoableUntil, now));
  // In the order of their ids, as everybody does who changes several.
  const held = await tx.select({ id: decision.id }).from(decision).where(isHeld).orderBy(decision.id).for('update');
  if (held.length === 0) return;
  const ids = sql`any(${sql.param(`{${held.map(({ id }) => id).join(',')}}`)}::uuid[])`;
  await tx.update(decision).set({ undoableUntil: until }).where(sql`${decision.id} = ${ids}`);
  await holdDeliveries(tx, ids, until);
}
