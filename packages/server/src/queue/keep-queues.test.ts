import { expect, it } from 'vitest';
import { noteFault } from '../db/database-fault.ts';
import { createKeeper } from './keep-queues.ts';

/** A keeper whose database says that time when it is asked; null = it is away. */
function keeperOf(ask: () => number | null) {
  let passes = 0;
  const keeper = createKeeper({
    onError: () => undefined,
    async ask() {
      const ms = ask();
      if (ms !== null) return ms;
      const error = new Error('Connection terminated');
      noteFault(error);
      throw error;
    },
    async supervise() {
      passes += 1;
    },
  });
  return { look: keeper.look, passes: () => passes };
}

/** Looks at these times of the database, in seconds. @returns at which of them it passed over the queues */
async function passesAt(times: readonly (number | null)[]): Promise<(number | null)[]> {
  let now: number | null = null;
  const { look, passes } = keeperOf(() => (now === null ? null : now * 1_000));
  const passed: (number | null)[] = [];
  for (const at of times) {
    now = at;
    const before = passes();
    await look();
    if (passes() > before) passed.push(at);
  }
  return passed;
}

it('OPS-04 takes nobody for dead until heartbeats had time to be written again after the database was away', async () => {
  expect(await passesAt([0, 5, null, 9, 14, 19, 23, 24, 29])).toEqual([0, 5, 24, 29]);
});

it('OPS-04 takes nobody for dead after the database stood still, although it answered in the end', async () => {
  // Frozen with its machine, or cut off until packets came through: no statement failed.
  expect(await passesAt([0, 5, 47, 52, 57, 62])).toEqual([0, 5, 62]);
});

it('OPS-04 takes nobody for dead after a failover to a machine whose clock is behind', async () => {
  expect(await passesAt([100, 105, 90, 95, 100, 105])).toEqual([100, 105, 105]);
});

it('goes on looking when a pass fails for another reason', async () => {
  let looks = 0;
  const keeper = createKeeper({
    onError: () => undefined,
    ask: async () => 0,
    async supervise() {
      looks += 1;
      throw new Error('permission denied');
    },
  });
  await keeper.look();
  await keeper.look();
  expect(looks).toBe(2);
});
