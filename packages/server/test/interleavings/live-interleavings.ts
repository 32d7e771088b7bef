import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type Random, randomFrom } from '../../../engine/test/random.ts';
import type { Context } from '../../src/context.ts';
import { type Arena, openArena } from './arena.ts';
import { structureFaults, toldFaults } from './invariants.ts';
import { deliverAll, drawFrom, endAnalysis, isRefusal, type Stage, uploadItem } from './operations.ts';
import { type Operation, runInterleaved } from './schedule.ts';

/** Stands in a trace where the order of what follows is the database's choice. */
export const CHANCE = 'several waited';

export type InterleavingOptions = {
  /** How many. */
  count: number;
  /** Of the first; each following has the next number. */
  seed: number;
  /** How many run at the same time, each on an account of its own. */
  arenas: number;
  /** Told after each, with the violations that it brought. */
  onProgress?: (so: { done: number; steps: number; violations: readonly string[] }) => void;
  /** Told of the order that each seed came to. */
  onTrace?: (seed: number, trace: readonly string[]) => void;
};

export type Interleavings = { interleavings: number; steps: number; violations: string[] };

/** Interleavings on one account, before a fresh one takes its place. */
const PER_ACCOUNT = 25;
const HOUR = 3_600_000;

type Trace = string[];

/** Runs one operation by itself; refusals are answers. */
async function alone(stage: Stage, trace: Trace, faults: string[]): Promise<void> {
  const { label, run } = stage.draw();
  trace.push(`alone: ${label}`);
  try {
    await run(stage, stage.arena.context);
  } catch (error) {
    if (!isRefusal(error)) faults.push(`${label} ended with ${error}`);
  }
  stage.arena.passTime(1 + Math.floor(stage.next() * 3_000));
}

/** Some time passes while the others are at work. */
const timePasses = (stage: Stage): Operation => ({
  label: 'time',
  run: () => stage.arena.lanes[3]?.step('passes', async () => stage.arena.passTime(9_000)) ?? Promise.resolve(),
});

async function together(stage: Stage, monitor: pg.Pool, trace: Trace, faults: string[]): Promise<void> {
  const { arena, next } = stage;
  const drawn = Array.from({ length: next() < 0.7 ? 2 : 3 }, stage.draw);
  const running: Operation[] = drawn.map(({ label, run }, index) => ({
    label: `${index + 1} ${label}`,
    run: () => run(stage, arena.contexts[index] ?? arena.context),
  }));
  const lanes = arena.lanes.slice(0, running.length);
  if (next() < 0.4) {
    running.push(timePasses(stage));
    lanes.push(...arena.lanes.slice(3));
  }
  const onStep = (step: string) => {
    trace.push(step);
    arena.passTime(1);
  };
  const results = await runInterleaved(lanes, running, { next, monitor, onStep, onChance: () => trace.push(CHANCE) });
  for (const [index, result] of results.entries())
    if (result.status === 'rejected' && !isRefusal(result.reason))
      faults.push(`${running[index]?.label} ended with ${result.reason?.cause ?? result.reason}`);
}

/** Ends what is under way and delivers what is due. */
async function finish(stage: Stage, faults: string[]): Promise<void> {
  const { arena, id, next } = stage;
  faults.push(...(await structureFaults(stage)));
  const ended = await endAnalysis(arena.context, id, next() < 0.5 ? 'safe' : 'flagged');
  if (ended) faults.push(...(await structureFaults(stage)));
  arena.setFailing(0, next);
  for (let rounds = 0; rounds < 10; rounds += 1) {
    arena.passTime(HOUR);
    if ((await deliverAll(stage, arena.context)) === 0) break;
  }
  faults.push(...(await toldFaults(stage)));
}

/** One item, a past of its own, then two or three operations with every step in an order that the seed gives. */
async function interleave(arena: Arena, monitor: pg.Pool, seed: number): Promise<{ faults: string[]; trace: Trace }> {
  const next: Random = randomFrom(seed);
  const id = randomUUID();
  const stage: Stage = {
    arena,
    id,
    next,
    draw: drawFrom(next),
    decided: new Set(),
    isDeleted: false,
    isForgotten: false,
    overruledUntil: null,
    heldBytes: null,
  };
  const [trace, faults]: [Trace, string[]] = [[], []];
  arena.setFailing(0.1, next);
  await uploadItem(arena, id);
  if (next() < 0.7) await endAnalysis(arena.context, id, next() < 0.5 ? 'safe' : 'flagged');
  arena.passTime(1);
  if (next() < 0.7) await deliverAll(stage, arena.context);
  for (let before = Math.floor(next() * 5); before > 0; before -= 1) await alone(stage, trace, faults);
  await together(stage, monitor, trace, faults);
  for (let after = Math.floor(next() * 3); after > 0; after -= 1) await alone(stage, trace, faults);
  await finish(stage, faults);
  return { faults: [...new Set(faults)], trace };
}

async function clean({ context, accountId, objects, told }: Arena): Promise<void> {
  await context.db.execute(sql`delete from pgboss.job where name = 'moderate-media' and (data->>'mediaId')::uuid in
    (select media_id from usage_entry e join usage_period p on p.id = e.period_id where p.account_id = ${accountId})`);
  objects.clear();
  told.clear();
}

/**
 * Runs random interleavings and checks after each that nothing is lost, charged, told or shown otherwise than it is. The same seed
 * gives the same item, operations and order of steps.
 * @param url of the context's database
 */
export async function liveInterleavings(
  context: Context,
  url: string,
  { count, seed, arenas, onProgress, onTrace }: InterleavingOptions,
): Promise<Interleavings> {
  const monitor = new pg.Pool({ connectionString: url, max: arenas, application_name: 'monitor' });
  const result: Interleavings = { interleavings: 0, steps: 0, violations: [] };
  let begun = 0;
  const work = async (index: number) => {
    const arena = openArena(context, url, `arena ${seed} ${index}`);
    while (begun < count) {
      // The policy of an account is drawn with its own number, so that an item is the same whichever arena it falls to.
      const block = begun;
      begun += Math.min(PER_ACCOUNT, count - begun);
      const last = begun;
      const account = await arena.enter(randomFrom(Math.floor((seed + block) / PER_ACCOUNT)));
      for (let number = block; number < last; number += 1) {
        const { faults, trace } = await interleave(account, monitor, seed + number);
        onTrace?.(seed + number, trace);
        result.interleavings += 1;
        result.steps += trace.length;
        const violations = faults.map((fault) => `seed ${seed + number}: ${fault}\n    ${trace.join('\n    ')}`);
        result.violations.push(...violations);
        onProgress?.({ done: result.interleavings, steps: result.steps, violations });
      }
      await clean(account);
      await arena.leave(account);
    }
    await arena.close();
  };
  await Promise.all(Array.from({ length: arenas }, (_, index) => work(index)));
  await monitor.end();
  return result;
}
