import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { ownerIdOf } from '../../objects/object-removal.ts';
import { ObjectMissing } from '../../storage/storage.ts';
import { displayPlace, type FilePlace, originalPlace } from './item-files.ts';
import { findMedia, type MediaRow } from './media-row.ts';

/** Far longer than a copy takes where an analysis process is free. Browsers wait that long for a picture. */
const waitMs = 10_000;
/** The row is looked at after these pauses: a copy takes a tenth of a second, and a process that is busy a second or more. */
const firstPauseMs = 30;
const longestPauseMs = 500;

/** An account waits for so many copies at a time in one process: each is looked for in the database, and others have copies made too. */
const waitingMost = 50;

type AwaitContext = Pick<Context, 'db' | 'queue' | 'storage'>;
/** `enter` gives how many other copies the account waits for. */
type Patience = { longestMs: number; enter: (accountId: string) => number };

function stillPrepared(detail: string): AppError {
  const message = 'We are still preparing this picture. Try again in a moment.';
  return new AppError('busy', { message, detail, retryAfterMs: 5_000 });
}

/** @throws AppError file_lost where nothing is there that a copy could be made of */
async function requireOriginal({ db, storage }: AwaitContext, item: MediaRow): Promise<void> {
  try {
    await storage.size(originalPlace(item).key);
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error;
    const now = await findMedia(db, item.id);
    // Another analysis has moved it, or it went with its item.
    if (now?.objectKey === item.objectKey && now.pack?.key === item.pack?.key)
      throw new AppError('file_lost', { detail: `the original of ${item.id} is missing` });
  }
}

/**
 * Has the copy made, after those that others wait for: who waits for many comes behind who waits for few. However many ask for it, in
 * whichever process, the job is there once. One that is done and left no copy met a hold that was lifted since: it is added anew.
 */
async function ask({ db, queue }: AwaitContext, wanted: { mediaId: string; packKey: string }, others: number): Promise<void> {
  const { rows } = await db.execute<{ turn: number }>(sql`select ${sql.raw(queue.turnNow('make-display'))} as turn`);
  const turn = (rows[0]?.turn ?? 0) + others;
  for (let again = 0; ; again += 1) {
    const singletonKey = again === 0 ? wanted.packKey : `${wanted.packKey} ${again}`;
    if ((await queue.add('make-display', wanted, { singletonKey, turn })) !== null) return;
    if (!(await queue.isDone('make-display', singletonKey))) return;
  }
}

async function look(context: AwaitContext, mediaId: string, { longestMs, enter }: Patience): Promise<FilePlace | null> {
  const until = performance.now() + longestMs;
  let asked: string | null = null;
  let others: number | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const item = await findMedia(context.db, mediaId);
    if (!item || item.legalHoldAt !== null || item.pack === null) return null;
    const place = displayPlace(item);
    if (place) return place;
    others ??= enter(item.accountId);
    const packKey = item.pack.key;
    if (asked !== packKey) {
      await requireOriginal(context, item);
      await ask(context, { mediaId, packKey }, others);
    }
    asked = packKey;
    if (performance.now() + pauseMs > until) throw stillPrepared(`no large copy of ${mediaId} in time`);
    await sleep(pauseMs);
  }
}

/**
 * Finds the large copy of an item by its address, and has it made where there is none.
 * @param patience how long a caller waits for it, and for how many copies an account waits at a time
 * @returns a function that gives null for an item that is gone, held or not analysed, and throws AppError busy when it takes too long or
 * too many wait, and file_lost where its original is missing
 */
export function createDisplayFinder(
  context: AwaitContext,
  { longestMs = waitMs, most = waitingMost } = {},
): (key: string) => Promise<FilePlace | null> {
  const underWay = new Map<string, Promise<FilePlace | null>>();
  /** The account of each item that is waited for. */
  const waiting = new Map<string, string>();
  const find = async (id: string): Promise<FilePlace | null> => {
    const enter = (accountId: string): number => {
      const others = [...waiting.values()].filter((one) => one === accountId).length;
      if (others >= most) throw stillPrepared(`account ${accountId} waits for ${most} large copies`);
      waiting.set(id, accountId);
      return others;
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
