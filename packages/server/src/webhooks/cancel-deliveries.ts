import { and, eq, gt, isNotNull, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { delivery } from '../db/schema.ts';

const cancel = async (tx: Tx, which: SQL | undefined, now: Date): Promise<void> => {
  await tx
    .update(delivery)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(which, eq(delivery.state, 'waiting')));
};

/** What waits for a hook is not sent. */
export function cancelWebhookDeliveries(tx: Tx, webhookId: string, now: Date): Promise<void> {
  return cancel(tx, eq(delivery.webhookId, webhookId), now);
}

/** Nobody outside is told of a decision that was taken back within its hold. */
export function cancelDecisionDeliveries(tx: Tx, decisionId: string, now: Date): Promise<void> {
  return cancel(tx, eq(delivery.decisionId, decisionId), now);
}

/** A new decision takes the place of one that is still held: nobody outside is told of what no longer holds. */
export function cancelHeldDeliveries(tx: Tx, mediaId: string, now: Date): Promise<void> {
  const isHeld = and(isNotNull(delivery.decisionId), eq(delivery.attempts, 0), gt(delivery.nextAttemptAt, now));
  return cancel(tx, and(eq(delivery.mediaId, mediaId), isHeld), now);
}
