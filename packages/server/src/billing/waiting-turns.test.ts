import { expect, it } from 'vitest';
import { placeInTurn } from './waiting-turns.ts';

const waiting = { on: 100, frames: 0, plans: ['free'], next: null };

it('API-04 an account with nothing waiting comes with the turn that is on, whatever it had analysed before', () => {
  expect(placeInTurn({ ...waiting, next: 80_000 }, 1)).toEqual({ turn: 100, next: 108 });
  expect(placeInTurn({ ...waiting, plans: [null, 'professional'] }, 30)).toEqual({ turn: 100, next: 160 });
});

it('API-04 the next analysis of a backlog comes after the newest one, also where others ended a moment ago', () => {
  expect(placeInTurn({ ...waiting, frames: 6, next: 148 }, 1).turn).toBe(148);
  // Three ended, and nothing of the account was taken since: what waits by count says 124.
  expect(placeInTurn({ ...waiting, frames: 3, next: 148 }, 1).turn).toBe(148);
  // Its turn is over already.
  expect(placeInTurn({ ...waiting, frames: 1, next: 60 }, 1).turn).toBe(100);
});

it('API-04 what an account remembers counts no more than its backlog explains: turns begin anew whenever nothing waits', () => {
  expect(placeInTurn({ ...waiting, frames: 1, next: 80_000 }, 1).turn).toBe(100 + (1 + 16) * 8);
});

it('OPS-04 an analysis comes behind what the version before has queued for its account', () => {
  expect(placeInTurn({ ...waiting, frames: 6 }, 1)).toEqual({ turn: 148, next: 156 });
});
