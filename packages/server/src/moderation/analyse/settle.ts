import type { Analysis } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { authorBefore, tellOfStrikes } from '../../authors/tell-authors.ts';
import { commitFrames, releaseFrames } from '../../billing/ledger.ts';
import { tellAllowance } from '../../billing/tell-allowance.ts';
import type { Tx } from '../../db/client.ts';
import { analysis as analysisTable, media } from '../../db/schema.ts';
import { changesOf } from '../../live/announce.ts';
import { recordVerdict } from '../../quality/record-verdict.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { cancelOverruledDeliveries } from '../../webhooks/cancel-deliveries.ts';
import { aboutToTell } from '../../webhooks/queue-delivery.ts';
import { rejectFailed } from '../decide/reject-failed.ts';
import { rememberDecision } from '../decide/remember-decision.ts';
import { isWaiting, newestAttempt, type Overruling, overruleDecisions, standingDecision } from '../item/decision-rows.ts';
import { isQueued, type MediaAttempt, type MediaRow } from '../item/media-row.ts';
import { dropSeenSeconds } from '../item/seen-seconds.ts';
import { replaceSeconds } from '../item/video-seconds.ts';
import { type TellContext, tellOfVerdict } from '../tell/tell-webhooks.ts';
import { countResult, countVerdict, verdictOf } from './count-verdict.ts';
import {
  type Claimed,
  ClaimGone,
  newsOf,
  type Result,
  resultChanges,
  type SettleContext,
  type VerdictContext,
} from './result.ts';
import { settleBareCheck } from './settle-bare-check.ts';
import { settleFirstVerdict } from './settle-first-verdict.ts';
import type { StoredFiles } from './store-files.ts';
import { takeFiles } from './take-files.ts';

type Item = Pick<MediaRow, 'id' | 'accountId' | 'attempt' | 'uploadKey' | 'video' | 'kept'>;

/** What people read on an item whose analysis could not be made. */
const analysisFailed = 'The analysis failed and was not charged';

type Settled<T> = { settled: MediaRow; followed: T };
type Changes = Partial<typeof media.$inferInsert> & { stored?: StoredFiles | null };

/**
 * Ends an attempt in one transaction with everything that follows from it, its job included. The row comes first: of two workers at the
 * same item the second waits here and then finds nothing to do. A run whose job is another's by now changes nothing.
 * @param usual does all of it at once where it can, and else nothing
 * @returns what `follow` gave, with the row, once all of it stands; null = there was nothing to do
 */
async function settle<T>(
  { db, live }: SettleContext,
  { item, claimed }: { item: Item; claimed: Claimed },
  { stored, ...changes }: Changes,
  follow: (tx: Tx, attempt: MediaAttempt, settled: MediaRow) => Promise<T>,
  usual?: (tx: Tx) => Promise<Settled<T> | null>,
): Promise<Settled<T> | null> {
  const attempt = { mediaId: item.id, attempt: item.attempt };
  const settling = async (tx: Tx) => {
    const early = await usual?.(tx);
    if (early) return early;
    const files = stored ? await takeFiles(tx, attempt, stored) : {};
    const [settled] = await tx
      .update(media)
      .set({ ...changes, ...files })
      .where(isQueued(attempt))
      .returning();
    if (!settled) return null;
    if (claimed && !(await claimed.complete(tx))) throw new ClaimGone('The job is another run’s by now');
    if (settled.video) await dropSeenSeconds(tx, settled.id);
    const followed = await follow(tx, attempt, settled);
    await live.publish(settled.state === 'done' ? newsOf(item) : changesOf(item), tx);
    return { settled, followed };
  };
  const attributes = { 'clearframe.media_id': item.id, 'clearframe.attempt': item.attempt };
  const done = await inSpan('settle', { attributes }, () => db.transaction(settling)).catch((error: unknown) => {
    if (error instanceof ClaimGone) return null;
    throw error;
  });
  if (done) claimed?.committed();
  return done;
}

async function overruleAll(context: VerdictContext, tx: Tx, item: MediaRow, overruling: Overruling): Promise<void> {
  const now = context.clock.now();
  await aboutToTell(tx, item.accountId);
  const author = await authorBefore(tx, item);
  const overruled = await overruleDecisions(tx, item.id, { ...overruling, now });
  await cancelOverruledDeliveries(tx, overruled, now);
  await tellOfStrikes(context, tx, item, author, { by: 'rule', decisionId: null });
}

/**
 * The verdict stands, its frames are charged and the account's hooks will be told.
 * @returns the item then; null where another run or somebody else was first
 */
export async function settleDone(
  context: VerdictContext,
  item: MediaRow,
  claimed: Claimed,
  result: Result,
): Promise<MediaRow | null> {
  const { analysis, moderation, seconds, stored, overrule } = result;
  if (!item.kept || !stored) return await settleCheck(context, item, claimed, result);
  const usual = (tx: Tx) => settleFirstVerdict(context, tx, { item, claimed, result: { ...result, stored } });
  const follow = async (tx: Tx, attempt: MediaAttempt, settled: MediaRow): Promise<number> => {
    if (overrule) await overruleAll(context, tx, settled, overrule);
    // A person's decision outlasts the analysis, also one that was made while it ran. The row is locked by now.
    const standing = await standingDecision(tx, item.id);
    const isFirst = standing?.attempt === null && (await newestAttempt(tx, item.id)) === null;
    const judged = { ...attempt, accountId: item.accountId, analysis, moderation, isDecided: standing !== undefined };
    const sampled = await recordVerdict(context, tx, judged);
    const verdict = { moderationFlagged: !moderation.passed, needsReview: moderation.ai_analysis.needs_review, sampled };
    if (!standing) await tx.update(media).set(verdict).where(eq(media.id, item.id));
    await tx.insert(analysisTable).values({ ...attempt, analysis, moderation, createdAt: context.clock.now() });
    // A decision made before the first result had no hash to know the picture by; one that was overruled knows it no more.
    if (!standing || isFirst) await rememberDecision(tx, item, isWaiting(standing) ? undefined : standing);
    await replaceSeconds(tx, item.id, seconds);
    const frames = item.video ? seconds.length : 1;
    const isCharged = (await commitFrames(tx, { ...attempt, frames })) === 'ok';
    if (isCharged) await tellAllowance(context, tx, attempt);
    // What waits for a second person is told with their decision.
    if (!isWaiting(standing)) await tellOfVerdict(context, tx, standing ? settled : { ...settled, ...verdict }, standing);
    return isCharged ? frames : 0;
  };
  const changes = { stored, ...resultChanges(context, result) };
  const done = await settle(context, { item, claimed }, changes, follow, usual);
  if (!done) return null;
  countVerdict(context.metrics, verdictOf(moderation));
  countResult(context.metrics, done.settled, done.followed);
  return done.settled;
}

/**
 * The verdict of a check: whoever waits for it ends it with its frames, all pictures of a request together (moderation/check). Nobody
 * else is told, and it is in no figure of quality.
 */
async function settleCheck(context: VerdictContext, item: MediaRow, claimed: Claimed, result: Result): Promise<MediaRow | null> {
  const { analysis, moderation, seconds, stored } = result;
  const verdict = { moderationFlagged: !moderation.passed, needsReview: moderation.ai_analysis.needs_review };
  const changes = { ...resultChanges(context, result), ...verdict, writingTries: null };
  const usual = async (tx: Tx) => (stored ? null : settleBareCheck(context, tx, { item, claimed, changes, result }));
  const follow = async (tx: Tx, attempt: MediaAttempt): Promise<undefined> => {
    await tx.insert(analysisTable).values({ ...attempt, analysis, moderation, createdAt: context.clock.now() });
    await replaceSeconds(tx, item.id, seconds);
  };
  const done = await settle(context, { item, claimed }, { stored, ...changes }, follow, usual);
  if (!done) return null;
  countVerdict(context.metrics, verdictOf(moderation));
  countResult(context.metrics, done.settled, 0);
  return done.settled;
}

/** The file is at fault: it stays Not checked with the reason, uncharged. A caller who still waits removes it. */
export async function settleRefused(context: SettleContext, item: Item, claimed: Claimed, reason: string): Promise<void> {
  const changes = { state: 'refused', moderationError: reason } as const;
  const done = await settle(context, { item, claimed }, changes, async (tx, attempt) => {
    if (item.kept) await releaseFrames(tx, { ...attempt, reason: 'the file could not be analysed' });
  });
  if (done) countVerdict(context.metrics, { verdict: 'not_checked', reason: 'file' });
}

/** The files of this run hold no credentials any more, so they are kept for the next one. */
const seenChanges = (seen: Failure['seen']) =>
  seen && {
    width: seen.width,
    height: seen.height,
    ...(seen.content_credentials ? { contentCredentials: seen.content_credentials } : {}),
  };

/** Why an analysis failed, and what is to be seen of the item all the same: a person may have to decide without it. */
type Failure = {
  reason?: string;
  stored?: StoredFiles | null;
  seen?: Pick<Analysis, 'width' | 'height' | 'content_credentials'>;
};

/**
 * The analysis is at fault, after every retry: the item stays Not checked
 * or is flagged, as the policy says, never Safe, and is not charged.
 */
export async function settleFailed(
  context: SettleContext & TellContext,
  item: Item,
  claimed: Claimed,
  { reason, stored = null, seen }: Failure = {},
): Promise<MediaRow | null> {
  const changes = { ...seenChanges(seen), stored, state: 'failed', moderationError: reason ?? analysisFailed } as const;
  const done = await settle(context, { item, claimed }, changes, async (tx, attempt, settled) => {
    if (!settled.kept) return false;
    await releaseFrames(tx, { ...attempt, reason: 'the analysis failed' });
    return await rejectFailed(context, tx, settled);
  });
  if (!done) return null;
  const held = { verdict: 'not_checked', reason: reason === undefined ? 'failed' : 'analyser' } as const;
  countVerdict(context.metrics, done.followed ? { verdict: 'flagged', reason: 'policy' } : held);
  return done.settled;
}
