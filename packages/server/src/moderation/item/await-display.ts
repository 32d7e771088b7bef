import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { ownerIdOf } from '../../objects/object-removal.ts';
import { displayPlace, type FilePlace } from './item-files.ts';
import { findMedia } from './media-row.ts';

/** Far longer than a copy takes where an analysis process is free. Browsers wait that long for a picture. */
const waitMs = 10_000;
/** The row is looked at after these pauses: a copy takes a tenth of a second, and a process that is busy a second or more. */
const firstPauseMs = 30;
const longestPauseMs = 500;

type AwaitContext = Pick<Context, 'db' | 'queue'>;

async function look(context: AwaitContext, mediaId: string, longestMs: number): Promise<FilePlace | null> {
  const until = performance.now() + longestMs;
  let asked: string | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const item = await findMedia(context.db, mediaId);
    if (!item || item.legalHoldAt !== null || item.pack === null) return null;
    const place = displayPlace(item);
    if (place) return place;
    const packKey = item.pack.key;
    // However many ask for it, in whichever process, the job is there once.
    if (asked !== packKey) await context.queue.add('make-display', { mediaId, packKey }, { singletonKey: packKey });
    asked = packKey;
    if (performance.now() + pauseMs > until) {
      const message = 'This picture is still being prepared. Please try again in a moment.';
      throw new AppError('busy', { message, detail: `no large copy of ${mediaId} in time`, retryAfterMs: 5_000 });
    }
    await sleep(pauseMs);
  }
}

/**
 * Finds the large copy of an item by its address, and has it made where there is none.
 * @param longestMs how long a caller waits for it
 * @returns a function that gives null for an item that is gone, held or not analysed, and throws AppError busy when it takes too long
 */
export function createDisplayFinder(context: AwaitContext, longestMs = waitMs): (key: string) => Promise<FilePlace | null> {
  const underWay = new Map<string, Promise<FilePlace | null>>();
  return (key) => {
    const id = ownerIdOf(key);
    if (id === null) return Promise.resolve(null);
    const found = underWay.get(id) ?? look(context, id, longestMs).finally(() => underWay.delete(id));
    underWay.set(id, found);
    return found;
  };
}
