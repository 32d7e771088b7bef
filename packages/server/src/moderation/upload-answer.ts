import { AppError, type UploadResult } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { usageOf } from '../billing/usage.ts';
import type { Context } from '../context.ts';
import { usageEntry } from '../db/schema.ts';
import type { MediaRow } from './media-row.ts';
import { presentMedia } from './present.ts';

export type UploadAnswer = { status: 200 | 202; data: UploadResult };

async function framesCharged({ db }: Pick<Context, 'db'>, mediaId: string): Promise<number> {
  const [charged] = await db
    .select({ frames: sql<number>`coalesce(sum(${usageEntry.frames}), 0)::int` })
    .from(usageEntry)
    .where(and(eq(usageEntry.mediaId, mediaId), eq(usageEntry.kind, 'commit')));
  return charged?.frames ?? 0;
}

/** Whether the verdict is the answer: never for a video, whose callers poll or are told (API-03). */
export const isAnswered = (item: MediaRow): boolean => item.state === 'done' && item.video === null;

/**
 * What the uploader is told about an item as it is now.
 * @throws AppError file_undecodable (the file is at fault, with the reason), analysis_unavailable (the analysis is)
 */
export async function answerUpload(context: Pick<Context, 'clock' | 'db' | 'storage'>, item: MediaRow): Promise<UploadAnswer> {
  if (item.state === 'refused')
    throw new AppError('file_undecodable', item.moderationError === null ? {} : { message: item.moderationError });
  if (item.state === 'failed') throw new AppError('analysis_unavailable', { detail: item.moderationError ?? 'analysis failed' });
  const [shown] = await presentMedia(context, [item]);
  if (!shown) throw new Error('The item was not presented');
  const usage = await usageOf(context.db, item.accountId, context.clock.now());
  const isDone = isAnswered(item);
  return {
    status: isDone ? 200 : 202,
    data: {
      media_upload: shown,
      moderation: isDone ? shown.moderation : null,
      analysis_metadata: isDone ? shown.analysis_metadata : null,
      status: isDone ? 'complete' : 'processing',
      usage: { frames_charged: await framesCharged(context, item.id), frames_remaining: usage?.media_remaining ?? 0 },
    },
  };
}
