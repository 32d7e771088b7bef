import type { Context } from '../../context.ts';

/** How often a waiting request looks by itself: a notification may get lost with its connection. */
const LOOK_MS = 1_000;

export type HeardItem = {
  /** The account, or for a check the item's own id. */
  accountId: string;
  mediaId: string;
  /** The caller went away. */
  signal: AbortSignal;
};

export type Hearing = {
  /** Waits until something is told of the item, it is time to look anyway, the caller is gone, or `performance.now()` reaches `endsAt`. */
  untilTold(endsAt: number): Promise<void>;
  leave(): void;
};

/** Hears of an item from now on, so that nothing happens unseen before the first look. */
export function hearOfItem({ live }: Pick<Context, 'live'>, { accountId, mediaId, signal }: HeardItem): Hearing {
  let wake = Promise.withResolvers<void>();
  const stop = () => wake.resolve();
  const leave = live.subscribe(accountId, (event) => {
    if (event.type === 'media.updated' && event.media_id === mediaId) stop();
  });
  signal.addEventListener('abort', stop);
  return {
    async untilTold(endsAt) {
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0 || signal.aborted) return;
      const timer = setTimeout(stop, Math.min(LOOK_MS, leftMs));
      await wake.promise;
      clearTimeout(timer);
      wake = Promise.withResolvers();
    },
    leave() {
      leave();
      signal.removeEventListener('abort', stop);
    },
  };
}
