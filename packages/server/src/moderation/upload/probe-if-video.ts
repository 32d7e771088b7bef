import { AppError, mediaKinds } from '@clearframe/contract';
import { MediaError, type VideoProbe } from '@clearframe/engine/light';
import { createConcurrencyLimit } from '../../accounts/concurrency-limit.ts';
import type { Context } from '../../context.ts';
import type { TakenFile } from './take-in.ts';

/** Each is a program beside this process: two at once leave it room to answer. */
const turns = createConcurrencyLimit({ atOnce: 2, waitingMax: 100, turnMs: 300 });

/**
 * Reads how long a stored video is before anything is held for it; null for a picture, which is looked at when it is analysed.
 * @throws AppError file_undecodable with the reason (the file is at fault), video_unavailable, busy
 */
export async function probeIfVideo(
  { probeVideo, storage }: Pick<Context, 'probeVideo' | 'storage'>,
  { kind, objectKey }: TakenFile,
): Promise<VideoProbe | null> {
  if (mediaKinds[kind].medium !== 'video') return null;
  try {
    return await turns.run(() => storage.withFile(objectKey, (path) => probeVideo(path)));
  } catch (error) {
    if (error instanceof MediaError) throw new AppError('file_undecodable', { message: error.message, cause: error });
    throw error;
  }
}
