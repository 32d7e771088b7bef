import { expect, it } from 'vitest';
import { noteFault } from '../db/database-fault.ts';
import { createKeeper } from './keep-queues.ts';

it('OPS-04 takes nobody for dead until heartbeats had time to be written again after the database was away', async () => {
  let now = 0;
  let isAway = false;
  let looks = 0;
  const keeper = createKeeper({
    now: () => now,
    onError: () => undefined,
    async ask() {
      if (!isAway) return;
      const error = new Error('Connection terminated');
      noteFault(error);
      throw error;
    },
    async supervise() {
      looks += 1;
    },
  });
  await keeper.look();
  isAway = true;
  now = 40_000;
  await keeper.look();
  isAway = false;
  now = 45_000;
  await keeper.look();
  now = 54_999;
  await keeper.look();
  expect(looks).toBe(1);
  now = 55_000;
  await keeper.look();
  expect(looks).toBe(2);
});

it('goes on looking when a pass fails for another reason', async () => {
  let looks = 0;
  const keeper = createKeeper({
    now: () => 0,
    onError: () => undefined,
    ask: async () => undefined,
    async supervise() {
      looks += 1;
      throw new Error('permission denied');
    },
  });
  await keeper.look();
  await keeper.look();
  expect(looks).toBe(2);
});
