import type { Context } from '../../context.ts';
import { findShown, type Shown } from '../item/present.ts';

/** How often a waiting request looks by itself: a notification may get lost with its connection. */
const LOOK_MS = 1_000;

export type Waiting = {
  /** The account, or for a check the item's own id. */
  accountId: string;
  mediaId: string;
  waitMs: number;
  /** The caller went away. */
  signal: AbortSignal;
};

export type Listening = {
  /**
   * Waits until the item is settled, the time is over or the caller is gone. Nobody waits for a video that is kept: that takes minutes.
   * @param isNew it was made just now: it is looked at when it is told of
   * @returns the item as it is then; undefined when it no longer exists
   */
  verdict(isNew: boolean): Promise<Shown | undefined>;
  leave(): void;
};

/** Hears of an item from now on, so that nothing happens unseen before the first look. The time begins now, too. */
export function listenForVerdict(
  context: Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live'>,
  { accountId, mediaId, waitMs, signal }: Waiting,
): Listening {
  let endsAt = Number.POSITIVE_INFINITY;
  let wake = Promise.withResolvers<void>();
  const stop = () => wake.resolve();
  const leave = context.live.subscribe(accountId, (event) => {
    if (event.type === 'media.updated' && event.media_id === mediaId) stop();
  });
  signal.addEventListener('abort', stop);
  const untilTold = async (): Promise<void> => {
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0 || signal.aborted) return;
    const timer = setTimeout(stop, Math.min(LOOK_MS, leftMs));
    await wake.promise;
    clearTimeout(timer);
    wake = Promise.withResolvers();
  };
  return {
    async verdict(isNew) {
      endsAt = performance.now() + waitMs;
      if (isNew) await untilTold();
      for (;;) {
        const found = await findShown(context, mediaId);
        const isOpen = found?.item.state === 'queued' && !(found.item.video && found.item.kept);
        if (!isOpen || performance.now() >= endsAt || signal.aborted) return found;
        await untilTold();
      }
    },
    leave() {
      leave();
      signal.removeEventListener('abort', stop);
    },
  };
}
