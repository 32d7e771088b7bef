import { type Analysis, labelFor, type Moderation, type Policy } from '@clearframe/contract';
import { MediaError } from '@clearframe/engine/light';
import { SpanKind } from '@opentelemetry/api';
import { actionOf } from '../../authors/note-author.ts';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { knowsPictures } from '../../known-pictures/knows-pictures.ts';
import { matchesOf } from '../../known-pictures/matches-of.ts';
import { readLabels } from '../../labels/read-labels.ts';
import { stageNotice } from '../../live/announce.ts';
import { removeSoon } from '../../objects/object-removal.ts';
import { pendingObjects, sureOfRowsMs } from '../../objects/pending-objects.ts';
import { needsWriting } from '../../policy/needs-writing.ts';
import { policyOf, policyParts } from '../../policy/read-policy.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { noteWork } from '../../work-context.ts';
import type { Overruling } from '../item/decision-rows.ts';
import { objectKeys } from '../item/item-files.ts';
import { findQueued, isQueued, type MediaAttempt, type MediaRow } from '../item/media-row.ts';
import { applyAuthor } from '../judge/apply-author.ts';
import { applyMatch } from '../judge/apply-match.ts';
import { checkKeywords, searchedText } from '../judge/check-keywords.ts';
import { reachVerdict } from '../judge/reach-verdict.ts';
import type { RunSigns } from '../tell/tell-progress.ts';
import { consultAnalysers, unansweredOf } from './consult-analysers.ts';
import { type Examiner, examineItem, type Seen } from './examine-item.ts';
import { settleDone, settleFailed, settleRefused } from './settle.ts';
import { type StoredFiles, storeFiles } from './store-files.ts';

export type { Examiner } from './examine-item.ts';

/** How long the keyword check of one item may take, by far more than it needs; one that exceeds it fails the analysis. */
const KEYWORDS_MS = 5_000;

/** `overrule`: the result takes the place of what people decided, until that time where one is given. */
type Job = MediaAttempt & { overrule?: boolean | undefined; overruleUntil?: string | undefined; bare?: boolean | undefined };

const overrulingOf = ({ overrule, overruleUntil }: Job): Overruling | null =>
  overrule ? { until: overruleUntil === undefined ? null : new Date(overruleUntil) } : null;

export type ModerateContext = Pick<
  Context,
  | 'analysers'
  | 'clock'
  | 'config'
  | 'db'
  | 'fileUrls'
  | 'hashStore'
  | 'live'
  | 'log'
  | 'metrics'
  | 'queue'
  | 'random'
  | 'secrets'
  | 'storage'
  | 'videoTools'
>;

/**
 * The item of an attempt that is still to be made, and by what it is judged: read once, so that what flags the seconds of a video is what
 * gives the verdict. Open pages are told that its analysis begins.
 */
async function takeItem(db: ModerateContext['db'], job: Job): Promise<Taken | null> {
  const [row] = await db
    .select({
      item: media,
      parts: policyParts(media.accountId),
      recognise: knowsPictures(media.accountId),
      told: stageNotice(media, 'analysis'),
    })
    .from(media)
    .where(isQueued(job));
  if (!row) return null;
  const { item, parts, recognise } = row;
  const isBare = job.bare === true && !item.kept && item.video === null;
  return { item, policy: policyOf(parts), bare: isBare ? { recognise } : null };
}

/** `bare` as `examineItem` takes it. */
type Taken = { item: MediaRow; policy: Policy; bare: { recognise: boolean } | null };

/**
 * From stored bytes to a verdict: every picture and every video goes this way, whoever sent it and whether or not they wait.
 * May run again after a crash at any point: an item that is settled is left alone, and frames are charged once.
 * @param signs what the run tells of itself, and when it shall end
 * @throws whatever went wrong beside the file itself; the queue tries again, then {@link failModeration} follows
 */
export async function moderate(context: ModerateContext, examiner: Examiner, job: Job, signs: RunSigns): Promise<void> {
  const attributes = { 'clearframe.media_id': job.mediaId, 'clearframe.attempt': job.attempt };
  const kind = SpanKind.CONSUMER;
  await inSpan('moderate', { attributes, kind }, () => moderateQueued(context, examiner, job, signs));
}

async function moderateQueued(context: ModerateContext, examiner: Examiner, job: Job, signs: RunSigns): Promise<void> {
  const taken = await takeItem(context.db, job);
  if (!taken) return;
  const { item, policy, bare } = taken;
  noteWork({ accountId: item.accountId });
  try {
    await moderateItem(context, examiner, item, { signs, policy, bare, overrule: overrulingOf(job) });
  } catch (error) {
    // Removed meanwhile, with its files, or settled by somebody else: there is nothing to try again.
    if (await findQueued(context.db, job)) throw error;
  }
}

async function moderateItem(
  context: ModerateContext,
  examiner: Examiner,
  item: MediaRow,
  { signs, policy, bare, overrule }: Omit<Taken, 'item'> & { signs: RunSigns; overrule: Overruling | null },
): Promise<void> {
  const readWriting = needsWriting(policy, context.analysers);
  const seen = await examineItem(context, examiner, item, { signs, thresholds: policy.thresholds, readWriting, bare });
  if (seen instanceof MediaError) return settleRefused(context, item, signs, seen.message);
  // What was not read would pass every list.
  if (readWriting && seen.analysis.writing === 'not_read') throw new Error('The writing that something judges was not read');

  const { analysis, seconds } = await consultAnalysers(context, item, withCredentials(item, seen), {
    signs,
    thresholds: policy.thresholds,
  });
  const moderation = await judge(context, item, { analysis, policy });
  const unanswered = unansweredOf(analysis, moderation);
  if (unanswered?.mayPass && !signs.isLast) throw new Error(unanswered.sentence);
  await storeAndSettle(context, item, { seen, examiner, signs }, async (stored) => {
    if (!unanswered) return settleDone(context, item, signs, { analysis, moderation, seconds, stored, overrule });
    context.log.warn({ mediaId: item.id, reason: unanswered.sentence }, 'nothing was decided without an analyser');
    return settleFailed(context, item, signs, { reason: unanswered.sentence, stored, seen: analysis });
  });
}

/** An original that was rewritten holds its credentials no more: what was read before holds, and where nothing was, nothing is said. */
function withCredentials({ metadataFree, contentCredentials }: MediaRow, seen: Seen): Seen {
  if (!metadataFree) return seen;
  const { content_credentials: _, ...analysis } = seen.analysis;
  const kept = contentCredentials ? { ...analysis, content_credentials: contentCredentials } : analysis;
  return { ...seen, analysis: kept };
}

/**
 * Stores the files of this run, if it made any, and settles with them. Whatever no row names then goes: what was sent, or the files of a
 * run that lost.
 */
async function storeAndSettle(
  context: ModerateContext,
  item: MediaRow,
  { seen, examiner, signs }: { seen: Seen; examiner: Examiner; signs: RunSigns },
  settle: (stored: StoredFiles | null) => Promise<MediaRow | null>,
): Promise<void> {
  if (!seen.made) return void (await settle(null));
  const pending = pendingObjects(context, item.accountId, sureOfRowsMs);
  try {
    const stored = await storeFiles({ pending, storage: context.storage, signs }, examiner, item, seen.made);
    const settled = await settle(stored);
    if (settled) pending.named(objectKeys(settled));
    // Copies stay as long as their addresses; an original with metadata never had one.
    if (stored.objectKey !== item.objectKey) await removeSoon(context, [item.objectKey]);
  } finally {
    await pending.drop();
  }
}

/** The account's keyword rules and known pictures beside what was seen, and the verdict over all. */
async function judge(
  context: ModerateContext,
  item: MediaRow,
  { analysis, policy }: { analysis: Analysis; policy: Policy },
): Promise<Moderation> {
  const until = performance.now() + KEYWORDS_MS;
  const keywordCheck = checkKeywords(searchedText(analysis, item), policy.keywords, () => performance.now() > until);
  const { near, passKnown } = await matchesOf(context, item, analysis.hash);
  const judged = applyMatch(reachVerdict(analysis, keywordCheck, policy), near, passKnown);
  const verdict = item.authorId === null ? judged : applyAuthor(judged, await actionOf(context.db, item.authorId));
  if (verdict.passed) return verdict;
  return { ...verdict, label: labelFor(await readLabels(context.db, item.accountId), verdict.ai_analysis).key };
}
