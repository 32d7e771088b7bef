import type { WebhookEvent } from '@clearframe/contract';
import { and, eq, gt, inArray, isNotNull, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { decision, delivery } from '../db/schema.ts';
import { inOrder } from './in-order.ts';

const cancel = (tx: Tx, which: SQL | undefined, now: Date, cancelledBy: string | null = null) =>
  tx
    .update(delivery)
    .set({ state: 'cancelled', finishedAt: now, cancelledBy })
    .where(inOrder(tx, and(which, eq(delivery.state, 'waiting'))))
    .returning({ verdictAttempt: delivery.verdictAttempt });

/** No attempt began, so nobody outside knows of it yet. */
const untold = and(eq(delivery.attempts, 0), isNull(delivery.begunAt));

/**
 * What waits for a hook is not sent.
 * @param hears events that are sent all the same
 */
export async function cancelWebhookDeliveries(
  tx: Tx,
  webhookId: string,
  now: Date,
  hears: readonly WebhookEvent[] = [],
): Promise<void> {
  await cancel(tx, and(eq(delivery.webhookId, webhookId), notInArray(delivery.event, [...hears])), now);
}

/**
 * Nobody outside is told of a decision that was taken back within its undo delay.
 * @returns false when an attempt has begun already: then the receiver may know, whatever the clock of this machine says
 */
export async function cancelDecisionDeliveries(tx: Tx, decisionId: string, now: Date): Promise<boolean> {
  const ofDecision = eq(delivery.decisionId, decisionId);
  await cancel(tx, and(ofDecision, untold), now);
  const told = or(isNotNull(delivery.begunAt), gt(delivery.attempts, 0));
  return (await tx.$count(delivery, and(ofDecision, told))) === 0;
}

/** An analysis took the place of these decisions: nobody outside is told of them any more. */
export async function cancelOverruledDeliveries(tx: Tx, decisionIds: readonly string[], now: Date): Promise<void> {
  if (decisionIds.length > 0) await cancel(tx, and(inArray(delivery.decisionId, [...decisionIds]), untold), now);
}

type Replaced = {
  mediaId: string;
  now: Date;
  /** The decision that takes the place; when it is taken back itself, what it cancelled is told after all. */
  by: string;
};

/**
 * A new decision takes the place of one with an undo delay that nobody outside was told of: they are not told of what no longer holds.
 * Whether that delay is over by the clock of this machine does not matter, because the machine of the other decision has another clock.
 * @returns the analysis that is untold by that and has to be told with the new decision; null = there is none
 */
export async function cancelUndoableDeliveries(tx: Tx, { mediaId, now, by }: Replaced): Promise<number | null> {
  const undoable = and(eq(decision.mediaId, mediaId), isNotNull(decision.undoableUntil));
  const replaced = tx.select({ id: decision.id }).from(decision).where(undoable);
  const cancelled = await cancel(tx, and(eq(delivery.mediaId, mediaId), inArray(delivery.decisionId, replaced), untold), now, by);
  return newestOf(cancelled);
}

function newestOf(cancelled: readonly { verdictAttempt: number | null }[]): number | null {
  const attempts = cancelled.flatMap(({ verdictAttempt }) => verdictAttempt ?? []);
  return attempts.length === 0 ? null : Math.max(...attempts);
}

/** The analysis that a decision kept from being told, and that is not told since; null = there is none. */
export async function untoldBy(tx: Tx, decisionId: string): Promise<number | null> {
  const kept = and(eq(delivery.cancelledBy, decisionId), eq(delivery.state, 'cancelled'));
  return newestOf(await tx.select({ verdictAttempt: delivery.verdictAttempt }).from(delivery).where(kept));
}
