import type { Analysis, Moderation } from '@clearframe/contract';
import { type Engine, type Examined, MediaError } from '@clearframe/engine';
import type { Context } from '../context.ts';
import { readKeywordSettings } from '../keywords/keyword-settings.ts';
import { announceStage } from '../live/announce.ts';
import { cleanOriginal } from './clean-original.ts';
import { checkKeywords, searchedText } from './keywords.ts';
import { findMedia, findQueued, type MediaAttempt, type MediaRow, objectKeys } from './media-row.ts';
import { settleDone, settleRefused } from './settle.ts';
import { decide } from './verdict.ts';

/** What moderation needs of the engine. */
export type Examiner = Pick<Engine, 'examine'>;

/** `overrule`: the result takes the place of what people decided. */
type Job = MediaAttempt & { overrule?: boolean | undefined };

export type ModerateContext = Pick<Context, 'clock' | 'config' | 'db' | 'live' | 'queue' | 'secrets' | 'storage'>;

/**
 * From stored bytes to a verdict: every picture goes this way, whoever sent it and whether or not they wait.
 * May run again after a crash at any point: an item that is settled is left alone, and frames are charged once.
 * @throws whatever went wrong beside the file itself; the queue tries again, then {@link failModeration} follows
 */
export async function moderate(context: ModerateContext, examiner: Examiner, job: Job): Promise<void> {
  const item = await findQueued(context.db, job);
  if (!item) return;
  try {
    await moderateItem(context, examiner, item, job.overrule ?? false);
  } catch (error) {
    // Removed meanwhile, with its files: there is nothing to try again.
    if (await findMedia(context.db, item.id)) throw error;
  }
}

async function moderateItem(context: ModerateContext, examiner: Examiner, item: MediaRow, overrule: boolean): Promise<void> {
  const { db, live, storage } = context;
  await announceStage(live, item, 'analysis');
  const bytes = await storage.get(item.objectKey);
  const examined = await examine(examiner, bytes);
  if (examined instanceof MediaError) return settleRefused(context, item, examined.message);

  const [moderation, copies, original] = await Promise.all([
    judge(context, item, examined.analysis),
    storeCopies(context, item, examined),
    cleanOriginal(storage, item, bytes),
  ]);
  await settleDone(context, item, { analysis: examined.analysis, moderation, stored: { ...copies, ...original }, overrule });
  // What was stored for an item that was removed meanwhile belongs to nobody.
  if (!(await findMedia(db, item.id))) await storage.remove(objectKeys({ ...item, ...copies }));
}

/** The account's keyword rules beside what was seen, and the verdict over both. */
async function judge({ db, live }: ModerateContext, item: MediaRow, analysis: Analysis): Promise<Moderation> {
  await announceStage(live, item, 'keywords');
  const settings = await readKeywordSettings(db, item.accountId);
  const keywordCheck = checkKeywords(searchedText(analysis, item), settings);
  await announceStage(live, item, 'verdict');
  return decide(analysis, keywordCheck);
}

/** A file that cannot be analysed is a result; anything else that goes wrong is not. */
async function examine(examiner: Examiner, bytes: Uint8Array): Promise<Examined | MediaError> {
  try {
    return await examiner.examine(bytes);
  } catch (error) {
    if (error instanceof MediaError) return error;
    throw error;
  }
}

/** The copies that people look at. Before the transaction, so that a settled item always has them. */
async function storeCopies({ storage }: ModerateContext, item: MediaRow, { display, thumbnail, small }: Examined) {
  const folder = item.objectKey.slice(0, item.objectKey.lastIndexOf('/'));
  const copies = {
    displayKey: `${folder}/display.webp`,
    thumbnailKey: `${folder}/thumbnail.webp`,
    smallKey: `${folder}/small.webp`,
  };
  await Promise.all([
    storage.put(copies.displayKey, display.bytes),
    storage.put(copies.thumbnailKey, thumbnail.bytes),
    storage.put(copies.smallKey, small.bytes),
  ]);
  return copies;
}
