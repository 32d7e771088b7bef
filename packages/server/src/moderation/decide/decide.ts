import { AppError, type ManualVerdict } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { authorBefore, tellOfStrikes } from '../../authors/tell-authors.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { decision, media } from '../../db/schema.ts';
import { announceMedia } from '../../live/announce.ts';
import { type Authorized, authorize } from '../../security/authorized.ts';
import { recordAudit } from '../../security/record-audit.ts';
import { cancelUndoableDeliveries, untoldBy } from '../../webhooks/cancel-deliveries.ts';
import { aboutToTell } from '../../webhooks/queue-delivery.ts';
import { claimedBy, claimOfOthers, endClaim } from '../claim/claims.ts';
import { type DecisionRow, newestAttempt, newestDecision, newestDecisionAt, standingDecision } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';
import { tellOfDecision, tellOfWaiting } from '../tell/tell-webhooks.ts';
import { labelOfDecision } from './label-of-decision.ts';
import { rememberDecision } from './remember-decision.ts';

export type DecideContext = Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live' | 'queue' | 'storage'>;
/** A person, in their account. */
export type Person = { accountId: string; userId: string };
/** Who decides: a person, or a program of the account by its API token. */
export type Decider = Person | { accountId: string; tokenName: string; tokenId?: string };
export type Deciding = {
  verdict: ManualVerdict;
  undoDelayMs: number;
  note: string | undefined;
  /** Why it fails: key or id of a label. Left out, that of the highest flagged category. */
  label?: string | undefined;
  /** Also where another person has claimed the item. */
  override?: boolean;
  /** The newest decision that the person saw; null = there was none, undefined = they do not say. */
  lastDecision?: string | null | undefined;
  /** A Pass that hooks are told of in any case, because it ends what they were told before. */
  tellsPass?: boolean;
  /** Done with the decision or not at all: when it throws, nothing was decided. */
  also?: (tx: Tx, made: DecisionRow) => Promise<void>;
  /** The notice from outside that it answers came so; left out, it answers none. */
  source?: DecisionRow['source'];
};

/**
 * The item, locked until the transaction ends: who decides the same item at the same moment waits, and then sees what
 * was decided before, so that `from` and `to` of the log always join.
 * @throws AppError media_not_found
 */
export async function lockMedia(tx: Tx, { accountId }: { accountId: string }, id: string): Promise<Authorized<MediaRow>> {
  const [row] = await tx
    .select()
    .from(media)
    .where(and(eq(media.id, id), media.kept))
    .for('update');
  return authorize(row, { accountId }, 'media_not_found');
}

/** Now, but after every decision before: clocks of two machines differ, and the log has an order. The item is locked. */
async function timeOfDecision(tx: Tx, mediaId: string, now: Date): Promise<Date> {
  const newest = await newestDecisionAt(tx, mediaId);
  return newest && newest >= now ? new Date(newest.getTime() + 1) : now;
}

/**
 * Nobody decides an item unknowingly that another person looks at, or has decided. The item is locked.
 * @throws AppError claimed, decided_meanwhile
 */
async function requireFree(tx: Tx, decider: Decider, mediaId: string, { override, lastDecision }: Deciding): Promise<void> {
  if (lastDecision !== undefined && (await newestDecision(tx, mediaId)) !== lastDecision) throw new AppError('decided_meanwhile');
  if (!('userId' in decider) || override) return;
  const other = await claimOfOthers(tx, mediaId, decider.userId);
  if (other) throw claimedBy(other);
}

/**
 * The Fail that this decision answers, because it waits for a second person; undefined = none waits.
 * @throws AppError second_person_needed for whoever made it, and for a program
 */
async function answered(tx: Tx, decider: Decider, mediaId: string): Promise<DecisionRow | undefined> {
  const standing = await standingDecision(tx, mediaId);
  if (!standing?.waitsSecond) return undefined;
  if (!('userId' in decider) || standing.userId === decider.userId) throw new AppError('second_person_needed');
  return standing;
}

/** The analysis that nobody outside was told of while a Fail waited, or that it cancelled; null = there is none. */
async function untoldBehind(tx: Tx, mediaId: string, waited: DecisionRow | undefined): Promise<number | null> {
  if (!waited) return null;
  const newest = await newestAttempt(tx, mediaId);
  return newest === waited.attempt ? await untoldBy(tx, waited.id) : newest;
}

/**
 * Pass or Fail by a person or a token (MED-05): it overrides whatever the item was, and the log keeps it for good. It is written also
 * when it changes nothing, because a confirmation by a person is worth knowing. A Fail is told to the account's hooks after its undo delay.
 * One whose label asks for a second person flags the item, and is told when another person agrees (docs/decisions/116).
 * @throws AppError media_not_found, claimed, decided_meanwhile, second_person_needed, validation_failed (the label)
 */
export function decide(context: DecideContext, decider: Decider, id: string, deciding: Deciding): Promise<DecisionRow> {
  return context.db.transaction((tx) => decideIn(context, tx, decider, id, deciding));
}

/** {@link decide} as a part of a larger transaction. */
export async function decideIn(
  context: Omit<DecideContext, 'db'>,
  tx: Tx,
  decider: Decider,
  id: string,
  deciding: Deciding,
): Promise<DecisionRow> {
  const { clock, live } = context;
  const { verdict, undoDelayMs, note, source } = deciding;
  const item = await lockMedia(tx, decider, id);
  await requireFree(tx, decider, item.id, deciding);
  const waited = await answered(tx, decider, item.id);
  const label = await labelOfDecision(tx, item, deciding, waited);
  const waitsSecond = label?.second_review === true && !waited;
  await aboutToTell(tx, item.accountId);
  const author = await authorBefore(tx, item);
  const now = clock.now();
  const to = verdict === 'fail';
  const [made] = await tx
    .insert(decision)
    .values({
      mediaId: item.id,
      accountId: item.accountId,
      // The result that the person saw: what their decision is measured against.
      attempt: await newestAttempt(tx, item.id),
      ...('userId' in decider ? { userId: decider.userId } : { tokenName: decider.tokenName }),
      from: item.moderationFlagged,
      to,
      note: note || null,
      ...(label ? { labelId: label.id, labelKey: label.key, labelName: label.name } : {}),
      waitsSecond,
      source: source ?? null,
      strikes: label?.strikes ?? false,
      statementDue: to && !waitsSecond,
      undoableUntil: undoDelayMs > 0 ? new Date(now.getTime() + undoDelayMs) : null,
      at: await timeOfDecision(tx, item.id, now),
    })
    .returning();
  if (!made) throw new Error('The decision was not written');
  const [decided] = await tx
    .update(media)
    .set({ moderationFlagged: to, needsReview: false, sampled: false, moderationCheckedAt: item.moderationCheckedAt ?? now })
    .where(eq(media.id, item.id))
    .returning();
  await recordAudit(tx, {
    accountId: item.accountId,
    by: decider,
    action: to ? 'media.failed' : 'media.passed',
    subject: { type: 'media', id: item.id },
    detail: { decision: made.id, from: made.from, label: label?.id ?? null, waits_second: waitsSecond },
    at: now,
  });
  if (!waitsSecond) await rememberDecision(tx, item, made);
  await endClaim(tx, item.id, made.id);
  const cancelled = await cancelUndoableDeliveries(tx, { mediaId: item.id, now, by: made.id });
  const untold = cancelled ?? (await untoldBehind(tx, item.id, waited));
  // A Pass is told only in the place of an analysis that waited to be told with another decision.
  if (decided && !waitsSecond && (to || untold !== null || deciding.tellsPass))
    await tellOfDecision(context, tx, decided, { made, undoDelayMs, verdictAttempt: untold });
  if (decided && waitsSecond) await tellOfWaiting(context, tx, decided, { made, undoDelayMs });
  const by = 'userId' in decider ? 'person' : 'token';
  await tellOfStrikes(context, tx, item, author, { by, decisionId: made.id, undoDelayMs });
  await deciding.also?.(tx, made);
  await announceMedia(live, item, tx);
  return made;
}
