import type { MediaUpload } from '@clearframe/contract';
import { ClearframeError } from './clearframe-error.ts';
import type { Timing } from './timing.ts';

export type WaitOptions = {
  /** How long to ask. Default 10 minutes. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Told of the item each time that it was read. */
  onProgress?: (item: MediaUpload) => void;
};

const firstPauseMs = 500;
const longestPauseMs = 15_000;

/**
 * Reads an item again and again, at growing distances, until its analysis is over.
 * @throws ClearframeError of `read`; `verdict_timeout`; `analysis_failed` with the server's reason; the signal's reason
 */
export async function pollVerdict(
  read: () => Promise<MediaUpload>,
  { now, sleep, random }: Timing,
  { timeoutMs = 600_000, signal, onProgress }: WaitOptions,
): Promise<MediaUpload> {
  const end = now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    signal?.throwIfAborted();
    const item = await read();
    onProgress?.(item);
    if (!item.processing) {
      if (item.moderation !== null) return item;
      throw new ClearframeError(0, item.moderationError ?? 'The item was not analysed', { code: 'analysis_failed' });
    }
    const leftMs = end - now();
    if (leftMs <= 0) throw new ClearframeError(0, 'There is no verdict yet', { code: 'verdict_timeout' });
    await sleep(Math.min(leftMs, pauseMs * (1 + random() / 4)), signal);
  }
}
