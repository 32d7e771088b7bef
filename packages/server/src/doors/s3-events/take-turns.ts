import { setTimeout } from 'node:timers/promises';
import type { S3SourceRow } from './s3-reader.ts';

/** Buckets that are worked on at the same time: one that answers slowly holds up none of the others. */
const AT_ONCE = 6;
/** What came meanwhile need not wait for the end of a turn. */
const LOOK_MS = 2_000;

/**
 * Gives each bucket its turns until none has anything left to do. An account has one turn at a time, whatever the number of its buckets.
 * @param due the buckets that have something to do
 * @param turn does some of it. @returns how much that was
 * @returns how much was done
 * @throws what a turn threw, once the others have ended
 */
export async function takeTurns(
  signal: AbortSignal,
  due: () => Promise<S3SourceRow[]>,
  turn: (source: S3SourceRow) => Promise<number>,
): Promise<number> {
  const running = new Map<string, Promise<void>>();
  /** Who had a turn last comes last. */
  const turns = new Map<string, number>();
  const failures: unknown[] = [];
  let done = 0;
  let taken = 0;
  const begin = (source: S3SourceRow) => {
    turns.set(source.id, ++taken);
    const ended = turn(source).then(
      (some) => {
        done += some;
      },
      (error: unknown) => void failures.push(error),
    );
    running.set(
      source.accountId,
      ended.finally(() => running.delete(source.accountId)),
    );
  };
  for (;;) {
    if (!signal.aborted && failures.length === 0)
      for (const source of (await due()).toSorted((a, b) => (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0)))
        if (running.size < AT_ONCE && !running.has(source.accountId)) begin(source);
    if (running.size === 0) break;
    const look = new AbortController();
    await Promise.race([...running.values(), setTimeout(LOOK_MS, undefined, { signal: look.signal }).catch(() => undefined)]);
    look.abort();
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
