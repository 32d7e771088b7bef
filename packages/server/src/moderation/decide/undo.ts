import { AppError } from '@clearframe/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { analysis, decision, media } from '../../db/schema.ts';
import { announceMedia } from '../../live/announce.ts';
import { wasSampled } from '../../quality/record-verdict.ts';
import { recordAudit } from '../../security/record-audit.ts';
import { cancelDecisionDeliveries } from '../../webhooks/cancel-deliveries.ts';
import { aboutToTell } from '../../webhooks/queue-delivery.ts';
import { restoreDeliveries } from '../../webhooks/restore-deliveries.ts';
import { type DecisionRow, finalDecision, newestAttempt, standingDecision } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';
import { type DecideContext, lockMedia, type Person } from './decide.ts';
import { rejectFailed } from './reject-failed.ts';
import { rememberDecision } from './remember-decision.ts';

/** What a person is asked to do about the item, as long as none has decided. */
async function askedFor(tx: Tx, mediaId: string): Promise<Pick<MediaRow, 'needsReview' | 'sampled'>> {
  if (await standingDecision(tx, mediaId)) return { needsReview: false, sampled: false };
  const [newest] = await tx
    .select({ moderation: analysis.moderation })
    .from(analysis)
    .where(eq(analysis.mediaId, mediaId))
    .orderBy(desc(analysis.attempt))
    .limit(1);
  return { needsReview: newest?.moderation.ai_analysis.needs_review ?? false, sampled: await wasSampled(tx, mediaId) };
}

/** @throws AppError for everything that stands against taking the decision back */
function requireUndoable(made: DecisionRow, { userId }: Person, now: Date): void {
  if (made.userId !== userId) throw new AppError('undo_not_yours');
  if (made.undoneAt !== null) throw new AppError('undo_done');
  if (made.undoableUntil === null || made.undoableUntil <= now) throw new AppError('undo_too_late');
}

/** Another decision or another analysis came since: what this one replaced is no longer what was before. */
async function isOvertaken(tx: Tx, item: MediaRow, made: DecisionRow): Promise<boolean> {
  if ((await standingDecision(tx, item.id))?.id !== made.id) return true;
  return (await newestAttempt(tx, item.id)) !== made.attempt;
}

/**
 * Takes a decision back within its undo delay, by the person who made it. The item is again what it was, and the hooks are told again what
 * the decision kept from them; the log keeps both.
 * @throws AppError media_not_found, decision_not_found, undo_not_yours, undo_done, undo_too_late, undo_overtaken
 */
export async function undo(context: DecideContext, decider: Person, id: string, decisionId: string): Promise<void> {
  const { clock, db, live } = context;
  await db.transaction(async (tx) => {
    const item = await lockMedia(tx, decider, id);
    const [made] = await tx
      .select()
      .from(decision)
      .where(and(eq(decision.id, decisionId), eq(decision.mediaId, item.id)));
    if (!made) throw new AppError('decision_not_found');
    const now = clock.now();
    requireUndoable(made, decider, now);
    if (await isOvertaken(tx, item, made)) throw new AppError('undo_overtaken');
    await aboutToTell(tx, item.accountId);
    await tx.update(decision).set({ undoneAt: now }).where(eq(decision.id, made.id));
    const subject = { type: 'media', id: item.id };
    const { accountId } = item;
    const detail = { decision: made.id };
    await recordAudit(tx, { accountId, by: decider, action: 'decision.undone', subject, detail, at: now });
    await rememberDecision(tx, item, await finalDecision(tx, item.id));
    if (!(await cancelDecisionDeliveries(tx, made.id, now))) throw new AppError('undo_too_late');
    await restoreDeliveries(context, tx, { mediaId: item.id, cancelledBy: made.id });
    const [restored] = await tx
      .update(media)
      .set({
        moderationFlagged: made.from,
        ...(await askedFor(tx, item.id)),
        // The decision of an item that was never checked had set it.
        moderationCheckedAt: made.from === null ? null : item.moderationCheckedAt,
      })
      .where(eq(media.id, item.id))
      .returning();
    // Its analysis failed while the decision stood: what the policy says of that holds now.
    if (restored?.state === 'failed') await rejectFailed(context, tx, restored);
    await announceMedia(live, item, tx);
  });
}
