import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { MediaRow } from '../item/media-row.ts';

/** Time of a run at a video, as an analysis of it has: this for its start, and more for each second. */
const RUN_S = { least: 600, each: 10, most: 20 * 3_600 };

type Unread = Pick<MediaRow, 'id' | 'attempt' | 'writingTries' | 'video'>;

/**
 * The job that reads one item. Each try of an attempt has one, however often it is asked for. Where that one ended without a try, as under
 * a hold, another takes its place: a transaction leaves that to whoever asks once the queue has forgotten it.
 * @param how `isLooked`: a person looks at it, so it comes before what others wait for
 */
export async function queueReading(
  { queue }: Pick<Context, 'queue'>,
  { id, attempt, writingTries, video }: Unread,
  { tx, isLooked }: { tx?: Tx; isLooked: boolean },
): Promise<void> {
  const payload = { mediaId: id };
  const options = { ...(tx && { tx }), turn: isLooked ? 0 : 1 };
  const expireSeconds = Math.min(RUN_S.most, RUN_S.least + (video?.seconds ?? 0) * RUN_S.each);
  const add = (singletonKey: string) =>
    video
      ? queue.add('read-video', payload, { ...options, singletonKey, expireSeconds })
      : queue.add('read-writing', payload, { ...options, singletonKey });
  for (let place = 1; ; place += 1) {
    const singletonKey = `${id}/${attempt}/${writingTries}/${place}`;
    if ((await add(singletonKey)) !== null) return;
    if (tx || (await queue.isOpen(video ? 'read-video' : 'read-writing', singletonKey))) return;
  }
}
