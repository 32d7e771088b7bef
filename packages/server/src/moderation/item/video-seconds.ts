import { AppError, type VideoFrames, type VideoFramesQuery, type VideoSecond } from '@clearframe/contract';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { mediaSecond } from '../../db/schema.ts';
import { personRests } from '../../exposure/read-exposure.ts';
import { authorize } from '../../security/authorized.ts';
import { stillPlace } from './item-files.ts';
import { findMedia } from './media-row.ts';
import { addressSigner } from './present.ts';

/** Rows of one statement: it takes 65,535 values at most. */
const BATCH = 1_000;

/** What the newest analysis saw takes the place of what an earlier one did. */
export async function replaceSeconds(tx: Tx, mediaId: string, seconds: readonly VideoSecond[]): Promise<void> {
  await tx.delete(mediaSecond).where(eq(mediaSecond.mediaId, mediaId));
  for (let start = 0; start < seconds.length; start += BATCH) {
    const rows = seconds.slice(start, start + BATCH).map(({ second, scores, flagged, needs_review, same_as }) => ({
      mediaId,
      second,
      scores,
      flagged,
      needsReview: needs_review,
      sameAs: same_as,
    }));
    await tx.insert(mediaSecond).values(rows);
  }
}

/** The seconds of a video from one on, in order. */
export async function secondsOf(
  db: Db,
  mediaId: string,
  { from, limit }: { from: number; limit: number },
): Promise<VideoSecond[]> {
  const rows = await db
    .select()
    .from(mediaSecond)
    .where(and(eq(mediaSecond.mediaId, mediaId), gte(mediaSecond.second, from), lt(mediaSecond.second, from + limit)))
    .orderBy(asc(mediaSecond.second));
  return rows.map(({ second, scores, flagged, needsReview, sameAs }) => ({
    second,
    scores,
    flagged,
    needs_review: needsReview,
    same_as: sameAs,
  }));
}

/**
 * A stretch of a video's seconds, with pictures of the flagged ones. None before its first analysis is done.
 * @throws AppError media_not_found: there is none, or it belongs to another account; frames_not_found: it is a picture
 */
export async function listSeconds(
  context: Pick<Context, 'clock' | 'db' | 'fileUrls'>,
  caller: { accountId: string; userId?: string | null },
  id: string,
  { from, limit }: VideoFramesQuery,
): Promise<VideoFrames> {
  const item = authorize(await findMedia(context.db, id), caller, 'media_not_found');
  if (!item.video) throw new AppError('frames_not_found');
  const seconds = await secondsOf(context.db, item.id, { from, limit });
  const next = from + seconds.length;
  const sign = addressSigner(context);
  const mayRest = item.moderationFlagged === true || item.needsReview;
  const isKept = item.legalHoldAt !== null || (mayRest && (await personRests(context, caller)));
  const shown = isKept ? [] : item.stillSeconds.filter((second) => second >= from && second < next);
  return {
    duration_ms: item.video.durationMs,
    seconds,
    thumbnails: shown.flatMap((second) => {
      const place = stillPlace(item, second);
      return place ? [{ second, url: sign(place, 'image/webp', `${item.id}-second-${second}.webp`) }] : [];
    }),
    next_from: seconds.length > 0 && next < item.video.seconds ? next : null,
  };
}
