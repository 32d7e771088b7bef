import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { MediaRow } from '../item/media-row.ts';

/** Time of a run at a video, as an analysis of it has: this for its start, and more for each second. */
const RUN_S = { least: 600, each: 10, most: 20 * 3_600 };

type Unread = Pick<MediaRow, 'id' | 'attempt' | 'writingTries' | 'video'>;

/**
 * The job that reads one item. Each try of an attempt has one, however often it is asked for.
 * @param how `isLooked`: a person looks at it, so it comes before what others wait for
 */
export async function queueReading(
  { queue }: Pick<Context, 'queue'>,
  { id, attempt, writingTries, video }: Unread,
  { tx, isLooked }: { tx?: Tx; isLooked: boolean },
): Promise<void> {
  const options = {
    ...(tx ? { tx } : {}),
    singletonKey: `${id}/${attempt}/${writingTries}`,
    turn: isLooked ? 0 : 1,
  };
  if (!video) return void (await queue.add('read-writing', { mediaId: id }, options));
  const expireSeconds = Math.min(RUN_S.most, RUN_S.least + video.seconds * RUN_S.each);
  await queue.add('read-video', { mediaId: id }, { ...options, expireSeconds });
}
