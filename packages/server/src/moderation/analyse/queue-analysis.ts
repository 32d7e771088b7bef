import { sql } from 'drizzle-orm';
import { holdTogether } from '../../billing/hold-together.ts';
import { holdFrames } from '../../billing/ledger.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { stageOf } from '../../live/announce.ts';
import { hasOlderVersion } from '../../presence/processes.ts';
import type { Origin } from '../../queue/job-context.ts';
import { framesOf, type MediaRow } from '../item/media-row.ts';

/** The first attempt at an item; a re-check counts on. */
export const firstAttempt = 1;

/** The key under which the queue knows an attempt's job. */
export function moderationJobKey(mediaId: string, attempt: number): string {
  return `${mediaId}/${attempt}`;
}

/**
 * How long one run at a video may take: an idle machine needs about a third of a second for each of its seconds, a busy one several.
 * A run that hangs is noticed long before, because it falls silent.
 */
const RUN_S_PER_SECOND = 10;
const RUN_S = { least: 600, most: 20 * 3_600 };

type Wanted = Pick<MediaRow, 'id' | 'accountId' | 'uploadKey' | 'attempt' | 'video' | 'kept'> & {
  /** What is charged once: 0 = the upload, else the attempt that a person asked for. */
  order: number;
  /** The result takes the place of what people decided until then; null = of nothing. */
  overruleUntil: Date | null;
  /** Nobody keeps it, whatever its verdict. */
  bare?: boolean;
};

/**
 * Job and reserved frames of one analysis, in the transaction that makes the item wait for it.
 * @throws AppError subscription_required, frames_exhausted
 */
export async function queueAnalysis(
  { clock, live, queue }: Pick<Context, 'clock' | 'live' | 'queue'>,
  tx: Tx,
  { overruleUntil, order, bare = false, ...item }: Wanted,
): Promise<void> {
  const { id: mediaId, accountId, attempt } = item;
  const overruling = overruleUntil ? { overrule: true, overruleUntil: overruleUntil.toISOString() } : {};
  const job = { mediaId, attempt, ...overruling, ...(bare ? { bare } : {}) };
  const frames = framesOf(item);
  const isVideo = item.video !== null;
  const now = clock.now();
  // From here on the account's period is locked until the end of the transaction, so that the account's own jobs keep their order.
  const turnNow = sql.raw(queue.turnNow(isVideo ? 'moderate-video' : 'moderate-media'));
  const { turn } = await holdFrames(
    tx,
    { accountId, mediaId, attempt, order, frames, now },
    { turnNow, notices: live.notices([stageOf(item, 'queued')]) },
  );
  const options = { tx, singletonKey: moderationJobKey(mediaId, attempt), turn };
  if (!isVideo) return void (await queue.add('moderate-media', job, options));
  const expireSeconds = Math.min(RUN_S.most, RUN_S.least + frames * RUN_S_PER_SECOND);
  // A process of the version before knows no other queue: its sweep would take the video's job for lost, and fail the item.
  if (await hasOlderVersion(tx)) await queue.add('moderate-media', job, { ...options, expireSeconds, isLong: true });
  else await queue.add('moderate-video', job, { ...options, expireSeconds });
}

/**
 * {@link queueAnalysis} for new pictures of one account that are kept.
 * @param pictures each with the request that brought it
 * @returns false where not all of them could be: then the transaction must roll back
 */
export async function queuePictures(
  { clock, live, queue }: Pick<Context, 'clock' | 'live' | 'queue'>,
  tx: Tx,
  accountId: string,
  pictures: readonly { mediaId: string; uploadKey: string | null; origin: Origin }[],
): Promise<boolean> {
  const told = pictures.map(({ mediaId: id, uploadKey }) => stageOf({ id, accountId, uploadKey, kept: true }, 'queued'));
  const along = { turnNow: sql.raw(queue.turnNow('moderate-media')), notices: live.notices(told) };
  const mediaIds = pictures.map(({ mediaId }) => mediaId);
  const turns = await holdTogether(tx, { accountId, mediaIds, attempt: firstAttempt, now: clock.now() }, along);
  if (!turns) return false;
  const jobs = pictures.map(({ mediaId, origin }, index) => ({
    payload: { mediaId, attempt: firstAttempt },
    singletonKey: moderationJobKey(mediaId, firstAttempt),
    turn: turns[index] ?? 0,
    origin,
  }));
  return (await queue.addMany('moderate-media', jobs, tx)) === jobs.length;
}
