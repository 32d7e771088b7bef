import { setTimeout } from 'node:timers/promises';
import type { S3SourceRow } from './s3-reader.ts';

/** Buckets that are worked on at the same time: one that answers slowly holds up none of the others. */
const AT_ONCE = 6;
/** A turn that lasts longer takes the place of no other account any more. */
const SLOW_MS = 10_000;
/** Turns of slow accounts beside those of the others: each holds connections and memory. */
const SLOW_AT_ONCE = 18;
/** What came meanwhile need not wait for the end of a turn. */
const LOOK_MS = 2_000;

/** `look` = waits until it is time to look again, or the signal aborts. */
type Pace = { now(): number; look(signal: AbortSignal): Promise<void> };
const usualPace: Pace = {
  now: () => performance.now(),
  look: (signal) => setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined),
};

/** Turns that go on, by account, and who is known to be slow. */
function countTurns({ now }: Pick<Pace, 'now'>) {
  const running = new Map<string, { begunAt: number; ended: Promise<void> }>();
  const slow = new Set<string>();
  const isLate = (begunAt: number) => now() - begunAt > SLOW_MS;
  return {
    running,
    /** One turn an account. Whoever was slow waits for a place among the slow ones, and all others have places of their own. */
    hasPlace(accountId: string): boolean {
      for (const [id, { begunAt }] of running) if (isLate(begunAt)) slow.add(id);
      const late = Math.min([...running.keys()].filter((id) => slow.has(id)).length, SLOW_AT_ONCE);
      if (running.has(accountId)) return false;
      return slow.has(accountId) ? late < SLOW_AT_ONCE : running.size - late < AT_ONCE;
    },
    begin(accountId: string, turn: Promise<void>): void {
      const begunAt = now();
      const ended = turn.finally(() => {
        running.delete(accountId);
        if (isLate(begunAt)) slow.add(accountId);
        else slow.delete(accountId);
      });
      running.set(accountId, { begunAt, ended });
    },
  };
}

/**
 * Gives each bucket its turns until none has anything left to do. An account has one turn at a time, whatever the number of its buckets,
 * and slow accounts take no places of others.
 * @param due the buckets that have something to do
 * @param turn does some of it. @returns how much that was
 * @returns how much was done
 * @throws what a turn threw, once the others have ended
 */
export async function takeTurns(
  signal: AbortSignal,
  due: () => Promise<S3SourceRow[]>,
  turn: (source: S3SourceRow) => Promise<number>,
  pace = usualPace,
): Promise<number> {
  const { running, hasPlace, begin } = countTurns(pace);
  /** Who had a turn last comes last. */
  const turns = new Map<string, number>();
  const failures: unknown[] = [];
  let done = 0;
  let taken = 0;
  const work = async (source: S3SourceRow) => {
    turns.set(source.id, ++taken);
    try {
      const some = await turn(source);
      done += some;
    } catch (error) {
      failures.push(error);
    }
  };
  for (;;) {
    if (!signal.aborted && failures.length === 0)
      for (const source of (await due()).toSorted((a, b) => (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0)))
        if (hasPlace(source.accountId)) begin(source.accountId, work(source));
    if (running.size === 0) break;
    const look = new AbortController();
    await Promise.race([...[...running.values()].map(({ ended }) => ended), pace.look(look.signal)]);
    look.abort();
  }
  if (failures.length > 0) throw failures[0];
  return done;
}
