import { expect, it } from 'vitest';
import { noteFault } from '../db/database-fault.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { createForgiveness } from './forgive-faults.ts';
import type { HandBack } from './hand-back.ts';

const fault = new Error('Connection terminated');
noteFault(fault);
const never = new AbortController().signal;

it('OPS-04 pauses longer after each fault of the database in a row, up to a minute, and forgives for a day', async () => {
  let now = 0;
  const { forgive, reset } = createForgiveness(() => now);
  const asked: HandBack[] = [];
  const work = {
    leaving: never,
    alive: () => undefined,
    handBack: async (how: HandBack) => {
      asked.push(how);
      return true;
    },
  };
  for (let faults = 0; faults < 8; faults += 1) {
    expect(await forgive(fault, work)).toBe(true);
    now += 60_000;
  }
  reset();
  expect(await forgive(new Error('the file is damaged'), work)).toBe(false);
  await forgive(fault, work);
  const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 1_000];
  expect(asked).toEqual(pauses.map((afterMs) => ({ afterMs, withinHours: 24 })));
});

it('OPS-04 pauses equally long for all runs that one fault ended', async () => {
  let now = 0;
  const { forgive } = createForgiveness(() => now);
  const pauses: unknown[] = [];
  const work = {
    leaving: never,
    alive: () => undefined,
    handBack: async ({ afterMs }: HandBack) => {
      pauses.push(afterMs);
      return true;
    },
  };
  for (const at of [0, 1, 999, 1_000, 2_999, 3_000]) {
    now = at;
    await forgive(fault, work);
  }
  expect(pauses).toEqual([1_000, 1_000, 1_000, 2_000, 2_000, 4_000]);
});

it('OPS-04 says that it lives while it waits for the database, and gives up when its process leaves', async () => {
  const stop = new AbortController();
  let signs = 0;
  const work = {
    leaving: stop.signal,
    handBack: () => Promise.reject(fault),
    alive() {
      signs += 1;
      stop.abort();
    },
  };
  expect(await createForgiveness().forgive(fault, work)).toBe(false);
  expect(signs).toBe(1);
});

it('OPS-04 forgives a storage that is away, whatever wraps its error, and nothing else of a file', async () => {
  const { forgive } = createForgiveness(() => 0);
  const work = { leaving: never, alive: () => undefined, handBack: async () => true };
  const away = new StorageUnavailable('no answer for 5 s');
  expect(await forgive(away, work)).toBe(true);
  expect(await forgive(new AggregateError([away], 'could not remove some files', { cause: away }), work)).toBe(true);
  expect(await forgive(new Error('There is no object a/b'), work)).toBe(false);
});

it('OPS-04 forgives a run that the database ended because it and another one waited for each other', async () => {
  const work = { leaving: never, alive: () => undefined, handBack: async () => true };
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const { forgive } = createForgiveness(() => 0);
  expect(await forgive(new Error('Failed query', { cause: deadlock }), work)).toBe(true);
  expect(await forgive(new Error('Failed query', { cause: Object.assign(new Error('twice'), { code: '23505' }) }), work)).toBe(
    false,
  );
});
