import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { delivery, webhook } from '../db/schema.ts';
import { announceDeliveries } from '../live/announce.ts';
import { inOrder } from './in-order.ts';
import type { QueueContext } from './queue-delivery.ts';

/**
 * What a decision had cancelled is told after all, because the decision was taken back: at once, or when the rest of its own undo delay is
 * over. What waited for a hook that is switched off or gone by now stays cancelled.
 */
export async function restoreDeliveries(
  context: QueueContext,
  tx: Tx,
  { mediaId, cancelledBy }: { mediaId: string; cancelledBy: string },
): Promise<void> {
  const cancelled = await tx
    .select({ id: delivery.id })
    .from(delivery)
    .innerJoin(webhook, and(eq(webhook.id, delivery.webhookId), eq(webhook.isActive, true)))
    .where(and(eq(delivery.mediaId, mediaId), eq(delivery.cancelledBy, cancelledBy), eq(delivery.state, 'cancelled')));
  if (cancelled.length === 0) return;
  const ids = cancelled.map(({ id }) => id);
  const restored = await tx
    .update(delivery)
    .set({ state: 'waiting', finishedAt: null, cancelledBy: null })
    .where(inOrder(tx, inArray(delivery.id, ids)))
    .returning();
  await announceDeliveries(context.live, restored, tx);
  await context.live.tellDue(tx);
}
