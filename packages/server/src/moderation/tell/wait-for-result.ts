import type { Context } from '../../context.ts';
import { findMedia, type MediaRow } from '../item/media-row.ts';

/** How often a waiting request looks by itself: a notification may get lost with its connection. */
const LOOK_MS = 1_000;

export type Waiting = {
  accountId: string;
  mediaId: string;
  waitMs: number;
  /** The caller went away. */
  signal: AbortSignal;
};

/**
 * Waits until the item is settled, the time is over or the caller is gone. Nobody waits for a video: that takes minutes.
 * @returns the item as it is then; undefined when it no longer exists
 */
export async function waitForVerdict(
  { db, live }: Pick<Context, 'db' | 'live'>,
  waiting: Waiting,
): Promise<MediaRow | undefined> {
  const { accountId, mediaId, waitMs, signal } = waiting;
  const endsAt = performance.now() + waitMs;
  let wake = Promise.withResolvers<void>();
  // Heard before the first look, so that nothing happens unseen between the two.
  const leave = live.subscribe(accountId, (event) => {
    if (event.type === 'media.updated' && event.media_id === mediaId) wake.resolve();
  });
  const stop = () => wake.resolve();
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      const item = await findMedia(db, mediaId);
      const leftMs = endsAt - performance.now();
      if (item?.state !== 'queued' || item.video || leftMs <= 0 || signal.aborted) return item;
      const timer = setTimeout(stop, Math.min(LOOK_MS, leftMs));
      await wake.promise;
      clearTimeout(timer);
      wake = Promise.withResolvers();
    }
  } finally {
    leave();
    signal.removeEventListener('abort', stop);
  }
}
