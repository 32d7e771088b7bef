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

/** An account waits for so many copies at a time in one process: each is looked for in the database, and others have copies made too. */
const waitingMost = 50;

type AwaitContext = Pick<Context, 'db' | 'queue'>;
type Patience = { longestMs: number; enter: (accountId: string) => void };

function stillPrepared(detail: string): AppError {
  const message = 'We are still preparing this picture. Try again in a moment.';
  return new AppError('busy', { message, detail, retryAfterMs: 5_000 });
}

async function look(context: AwaitContext, mediaId: string, { longestMs, enter }: Patience): Promise<FilePlace | null> {
  const until = performance.now() + longestMs;
  let asked: string | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const item = await findMedia(context.db, mediaId);
    if (!item || item.legalHoldAt !== null || item.pack === null) return null;
    const place = displayPlace(item);
    if (place) return place;
    if (asked === null) enter(item.accountId);
    const packKey = item.pack.key;
    // However many ask for it, in whichever process, the job is there once.
    if (asked !== packKey) await context.queue.add('make-display', { mediaId, packKey }, { singletonKey: packKey });
    asked = packKey;
    if (performance.now() + pauseMs > until) throw stillPrepared(`no large copy of ${mediaId} in time`);
    await sleep(pauseMs);
  }
}

/**
 * Finds the large copy of an item by its address, and has it made where there is none.
 * @param patience how long a caller waits for it, and for how many copies an account waits at a time
 * @returns a function that gives null for an item that is gone, held or not analysed, and throws AppError busy when it takes too long or
 * too many wait
 */
export function createDisplayFinder(
  context: AwaitContext,
  { longestMs = waitMs, most = waitingMost } = {},
): (key: string) => Promise<FilePlace | null> {
  const underWay = new Map<string, Promise<FilePlace | null>>();
  /** The account of each item that is waited for. */
  const waiting = new Map<string, string>();
  const find = async (id: string): Promise<FilePlace | null> => {
    const enter = (accountId: string): void => {
      const others = [...waiting.values()].filter((one) => one === accountId);
      if (others.length >= most) throw stillPrepared(`account ${accountId} waits for ${most} large copies`);
      waiting.set(id, accountId);
    };
    try {
      return await look(context, id, { longestMs, enter });
    } finally {
      waiting.delete(id);
      underWay.delete(id);
    }
  };
  return (key) => {
    const id = ownerIdOf(key);
    if (id === null) return Promise.resolve(null);
    const found = underWay.get(id) ?? find(id);
    underWay.set(id, found);
    return found;
  };
}
