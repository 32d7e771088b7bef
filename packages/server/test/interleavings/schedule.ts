import type pg from 'pg';
import { pick, type Random } from '../../../engine/test/random.ts';
import type { ScheduledLane } from './lane.ts';

/** How long a statement may take before the database is asked whether it waits for a lock; it doubles with each time. */
const SUSPICIOUS_MS = 3;

const tick = () => new Promise((resolve) => setImmediate(resolve));
const endsTransaction = (label: string) => label === 'commit' || label === 'rollback';

/** Names of the lanes whose statement waits for a lock that another of these lanes holds. */
async function lockedOut(monitor: pg.Pool, names: string[]): Promise<Set<string>> {
  const { rows } = await monitor.query<{ name: string }>(
    `select a.application_name as name from pg_stat_activity a
     where a.application_name = any($1) and a.wait_event_type = 'Lock' and exists (
       select from pg_stat_activity b where b.pid = any(pg_blocking_pids(a.pid)) and b.application_name = any($1))`,
    [names],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Resolves at the next change of any lane, or when the time is up. */
function nextChange(lanes: readonly ScheduledLane[], waitMs: number | null): Promise<'changed' | 'late'> {
  return new Promise((resolve) => {
    const timer = waitMs === null ? undefined : setTimeout(() => resolve('late'), waitMs);
    for (const lane of lanes)
      lane.onChange = () => {
        clearTimeout(timer);
        resolve('changed');
      };
  });
}

const isStill = (lane: ScheduledLane) => lane.isOver || lane.isBlocked || (lane.inFlight === 0 && lane.waiting.length > 0);

/** Waits until every lane has ended, waits for its turn, or waits for a lock that another lane holds. */
async function settle(lanes: readonly ScheduledLane[], monitor: pg.Pool): Promise<void> {
  let waitMs = SUSPICIOUS_MS;
  let mayBeOld = false;
  for (;;) {
    // Armed before the look, so that nothing changes unseen.
    const asking = lanes.some((lane) => !isStill(lane)) && lanes.every((lane) => isStill(lane) || lane.inFlight > 0);
    const change = nextChange(lanes, asking ? waitMs : 50);
    await tick();
    await tick();
    if (lanes.every(isStill)) {
      if (!mayBeOld) return;
      // A statement outside of a transaction gives its locks back when it ends: who was seen waiting for it has gone on since.
      mayBeOld = false;
      for (const lane of lanes) lane.isBlocked = false;
      continue;
    }
    if ((await change) === 'changed' || !asking) continue;
    const asked = lanes.filter((lane) => lane.inFlight > 0);
    const locked = await lockedOut(
      monitor,
      lanes.map(({ name }) => name),
    );
    for (const lane of asked) if (lane.inFlight > 0) lane.isBlocked = locked.has(lane.name);
    mayBeOld = locked.size > 0 && asked.some(({ name }) => !locked.has(name));
    waitMs = Math.min(waitMs * 2, 50);
  }
}

export type Operation = { label: string; run: () => Promise<unknown> };

/**
 * Runs operations beside each other, each in its lane, and lets one step go at a time: which one, the random numbers say. The same
 * numbers give the same order, up to the first chance. A step that waits for a lock stands aside until a transaction ends.
 * @param onStep told of each step before it goes
 * @param onChance told where several lanes waited for locks that went: who gets on first, the database says
 * @returns what each of them came to, in order
 */
export async function runInterleaved(
  lanes: readonly ScheduledLane[],
  operations: readonly Operation[],
  { next, monitor, onStep, onChance }: { next: Random; monitor: pg.Pool; onStep: (step: string) => void; onChance: () => void },
): Promise<PromiseSettledResult<unknown>[]> {
  const running = operations.map(({ run }, index) => {
    const lane = lanes[index];
    if (!lane) throw new Error('There are fewer lanes than operations');
    lane.isOver = false;
    const end = () => {
      lane.isOver = true;
      lane.onChange();
    };
    return { lane, result: run().finally(end) };
  });
  const all = running.map(({ lane }) => lane);
  const results = Promise.allSettled(running.map(({ result }) => result));
  for (;;) {
    await settle(all, monitor);
    const ready = all.filter((lane) => !lane.isOver && !lane.isBlocked && lane.inFlight === 0);
    if (ready.length === 0) {
      if (all.every(({ isOver }) => isOver)) return await results;
      // Each waits for a lock of another: the database ends one of them.
      onChance();
      for (const lane of all) lane.isBlocked = false;
      await nextChange(all, 200);
      continue;
    }
    const lane = pick(next, ready);
    const step = lane?.waiting.shift();
    if (!lane || !step) continue;
    onStep(`${operations[all.indexOf(lane)]?.label ?? ''}: ${step.label}`);
    lane.inFlight += 1;
    const blocked = all.filter(({ isBlocked }) => isBlocked).length;
    step.go();
    // Locks are held until the end of a transaction: before that nobody who waits for one goes on.
    if (!endsTransaction(step.label)) continue;
    await settle([lane], monitor);
    if (blocked > 1) onChance();
    for (const other of all) other.isBlocked = false;
  }
}
