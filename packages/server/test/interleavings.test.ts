import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { CHANCE, type InterleavingOptions, liveInterleavings } from './interleavings/live-interleavings.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ mails: false });
});
afterAll(() => built.close());

const live = (options: InterleavingOptions) => liveInterleavings(built.context, built.database.url, options);

/** A sample of `npm run prove interleavings`. */
it('MED-05 HOOK-05 UP-09 nothing is lost, told or charged wrongly in 80 random interleavings', async () => {
  const { violations, ...figures } = await live({ count: 80, seed: 0, arenas: 4 });
  expect(violations).toEqual([]);
  expect(figures.interleavings).toBe(80);
  expect(figures.steps, 'operations met each other').toBeGreaterThan(800);
});

it('the same seed gives the same operations in the same order of steps, beside others or alone', async () => {
  const tracesOf = async (arenas: number) => {
    const traces = new Map<number, readonly string[]>();
    // An analysis stores its files side by side: which of them asks first, the machine says.
    const isChance = (step: string) => step === CHANCE || / (put|insert into "pending_object")/.test(step);
    const untilChance = (trace: readonly string[]) => {
      const first = trace.findIndex(isChance);
      return first === -1 ? trace : trace.slice(0, first);
    };
    await live({ count: 25, seed: 1_000, arenas, onTrace: (seed, trace) => traces.set(seed, untilChance(trace)) });
    return traces;
  };
  const traces = await tracesOf(1);
  expect(traces).toEqual(await tracesOf(2));
  expect([...traces.values()].flat().length, 'most steps come before any chance').toBeGreaterThan(300);
});

it('finds frames that are never given back, and a Fail that stays cancelled', async () => {
  const { db } = built.context;
  await db.execute(sql`create function kept() returns trigger language plpgsql as $$ begin return null; end $$`);
  await db.execute(
    sql`create trigger kept before insert on usage_entry for each row when (new.kind = 'release') execute function kept()`,
  );
  const kept = await live({ count: 25, seed: 0, arenas: 1 });
  await db.execute(sql`drop trigger kept on usage_entry`);
  expect(kept.violations.join('\n')).toContain('frames are held, work under way needs 0');
  await db.execute(
    sql`create function stays() returns trigger language plpgsql as $$ begin new.state := 'cancelled'; return new; end $$`,
  );
  await db.execute(sql`create trigger stays before update on delivery for each row
    when (old.state = 'cancelled' and new.state = 'waiting') execute function stays()`);
  const cancelled = await live({ count: 100, seed: 400, arenas: 4 });
  await db.execute(sql`drop trigger stays on delivery`);
  expect(cancelled.violations.join('\n')).toContain('no hook was told of the Fail that stands');
});
