import type { Context } from '../../context.ts';
import { findShown, type Shown } from '../item/present.ts';
import { type HeardItem, hearOfItem } from './hear-of-item.ts';

export type Waiting = HeardItem & { waitMs: number };

export type Listening = {
  /**
   * Waits until the item is settled, the time is over or the caller is gone. Nobody waits for a video that is kept: that takes minutes.
   * @param isNew it was made just now: it is looked at when it is told of
   * @returns the item as it is then; undefined when it no longer exists
   */
  verdict(isNew: boolean): Promise<Shown | undefined>;
  leave(): void;
};

/** Hears of an item from now on, so that nothing happens unseen before the first look. The time begins with the question. */
export function listenForVerdict(
  context: Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live'>,
  { waitMs, ...heard }: Waiting,
): Listening {
  const { mediaId, signal } = heard;
  const { untilTold, leave } = hearOfItem(context, heard);
  return {
    async verdict(isNew) {
      const endsAt = performance.now() + waitMs;
      if (isNew) await untilTold(endsAt);
      for (;;) {
        const found = await findShown(context, mediaId);
        const isOpen = found?.item.state === 'queued' && !(found.item.video && found.item.kept);
        if (!isOpen || performance.now() >= endsAt || signal.aborted) return found;
        await untilTold(endsAt);
      }
    },
    leave,
  };
}
