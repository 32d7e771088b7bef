import { expect, it } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

const told = Date.UTC(2026, 4, 3, 12);

it('OPS-04 tells the time of the database, whatever the clock of this machine says or does', () => {
  let now = 5_000;
  const clock = createDatabaseClock(() => now);
  clock.set(told, 5_000, 5_020);
  now = 5_010;
  expect(clock.now()).toEqual(new Date(told));
  now += 3_000;
  expect(clock.now()).toEqual(new Date(told + 3_000));
});

it('keeps what it knows when an answer was long under way, unless it knows nothing', () => {
  const clock = createDatabaseClock(() => 10_000);
  clock.set(told, 0, 10_000);
  expect(clock.now()).toEqual(new Date(told + 5_000));
  clock.set(told + 60_000, 8_000, 10_000);
  expect(clock.now()).toEqual(new Date(told + 5_000));
  clock.set(Number.NaN, 9_990, 10_000);
  expect(clock.now()).toEqual(new Date(told + 5_000));
});

it('SUB-02 never turns back for an answer that corrects the one before, so a plan that began just now has begun', () => {
  let now = 10_000;
  const clock = createDatabaseClock(() => now);
  clock.set(told, 9_200, 10_000);
  const began = clock.now();
  clock.set(told, 9_990, 10_000);
  expect(clock.now()).toEqual(began);
  now += 400;
  expect(clock.now().getTime()).toBeGreaterThan(began.getTime());
});

it('OPS-04 follows the database where its clock was set back', () => {
  const clock = createDatabaseClock(() => 10_000);
  clock.set(told, 10_000, 10_000);
  expect(clock.now()).toEqual(new Date(told));
  clock.set(told - 60_000, 10_000, 10_000);
  expect(clock.now()).toEqual(new Date(told - 60_000));
});
