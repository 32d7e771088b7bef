import { AppError, type Decision, type WebhookEventData, type WebhookModeration } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { type QueueContext, queueDelivery } from '../../webhooks/queue-delivery.ts';
import type { DecisionRow } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';
import { presentMedia, type ShownResult } from '../item/present.ts';

/** Told of each verdict, whoever reached it. */
const event = 'media.analysis.completed' as const;

export type TellContext = QueueContext & Pick<Context, 'fileUrls'>;

/** The item as the transaction sees it, with its newest verdict. */
async function itemData(
  { clock, fileUrls }: TellContext,
  tx: Tx,
  row: MediaRow,
  result?: ShownResult,
): Promise<Omit<WebhookEventData, 'decision'>> {
  const [item] = await presentMedia({ clock, fileUrls, db: tx }, [row], result);
  if (!item) throw new AppError('internal', { detail: 'the item was not presented' });
  const { moderation, analysis_metadata } = item;
  const unknown: WebhookModeration = { passed: false, reason: '', policy_version: null, ai_analysis: null, keyword_check: null };
  return { media_upload: item, moderation: moderation ?? unknown, analysis_metadata };
}

const by = ({ to, token }: Decision) => {
  if (to) return token ? 'Failed through the API.' : 'Failed by a moderator.';
  return token ? 'Passed through the API.' : 'Passed by a moderator.';
};

/** The item with what was decided about it in the place of what the analysis says. */
async function decidedData(context: TellContext, tx: Tx, row: MediaRow, decisionId: string): Promise<WebhookEventData> {
  const told = await itemData(context, tx, row);
  const decision = told.media_upload.decisions.find(({ id }) => id === decisionId);
  if (!decision) throw new AppError('internal', { detail: 'the decision was not presented' });
  const { label: _flagged, ...analysed } = told.moderation;
  const label = decision.label ? { label: decision.label.key } : {};
  const moderation = { ...analysed, passed: !decision.to, reason: decision.note ?? by(decision), ...label };
  return { ...told, moderation, decision };
}

/**
 * The analysis completed: the account's hooks are told of the verdict.
 * @param standing the decision that outlasts the analysis, if there is
 * one: then the verdict is what it says, and waits while it may be undone
 * @param known the result where its row is not written yet, and the account's active hooks
 */
export async function tellOfVerdict(
  context: TellContext,
  tx: Tx,
  row: MediaRow,
  standing: Pick<DecisionRow, 'id' | 'undoableUntil'> | undefined,
  known?: ShownResult & { hooks: string[] },
): Promise<void> {
  const { id: mediaId, accountId, attempt: verdictAttempt } = row;
  const undoDelayMs = Math.max(0, (standing?.undoableUntil?.getTime() ?? 0) - context.clock.now().getTime());
  const decisionId = standing && undoDelayMs > 0 ? standing.id : null;
  const data = () => (standing ? decidedData(context, tx, row, standing.id) : itemData(context, tx, row, known));
  const news = { event, accountId, mediaId, decisionId, verdictAttempt, undoDelayMs, data };
  await queueDelivery(context, tx, news, known?.hooks);
}

/** The analysis failed for good and the policy flags such items: the account's hooks are told of that verdict and its reason. */
export async function tellOfRejection(context: TellContext, tx: Tx, row: MediaRow, version: string): Promise<void> {
  const { id: mediaId, accountId } = row;
  const data = async () => {
    const told = await itemData(context, tx, row);
    return { ...told, moderation: { ...told.moderation, reason: row.moderationError ?? '', policy_version: version } };
  };
  const verdictAttempt = row.attempt;
  await queueDelivery(context, tx, { event, accountId, mediaId, decisionId: null, verdictAttempt, undoDelayMs: 0, data });
}

/** A decision, how long it may be undone, and the analysis that is told with it, if nobody was told of that yet. */
type Made = { made: Pick<DecisionRow, 'id'>; undoDelayMs: number; verdictAttempt: number | null };

/**
 * A person failed the item (HOOK-05): the account's hooks are told, but not before the decision can no longer be taken back. A Pass
 * is told the same way where it takes the place of what was not told yet.
 * @param row the item as it is after the decision
 */
export async function tellOfDecision(
  context: TellContext,
  tx: Tx,
  row: MediaRow,
  { made, undoDelayMs, verdictAttempt }: Made,
): Promise<void> {
  const { id: mediaId, accountId } = row;
  const data = () => decidedData(context, tx, row, made.id);
  await queueDelivery(context, tx, { event, accountId, mediaId, decisionId: made.id, verdictAttempt, undoDelayMs, data });
}

/** A Fail waits for a second person: hooks that want to hear of that are told, once it can no longer be taken back. */
export async function tellOfWaiting(
  context: TellContext,
  tx: Tx,
  row: MediaRow,
  { made, undoDelayMs }: Pick<Made, 'made' | 'undoDelayMs'>,
): Promise<void> {
  const { id: mediaId, accountId } = row;
  const about = { mediaId, accountId, subject: { type: 'decision' as const, id: made.id }, decisionId: made.id };
  const data = async () => {
    const { decision, media_upload } = await decidedData(context, tx, row, made.id);
    if (!decision) throw new AppError('internal', { detail: 'the decision was not presented' });
    return { media_upload, decision };
  };
  await queueDelivery(context, tx, { event: 'second_review.waiting', ...about, verdictAttempt: null, undoDelayMs, data });
}
