import { expect, it } from 'vitest';
import { askAgainWhile } from './ask-again.ts';

const pauseOf = askAgainWhile((item: { processing: boolean }) => item.processing);
const after = (dataUpdateCount: number, processing = true) => pauseOf({ state: { data: { processing }, dataUpdateCount } });

it('asks for what is on its way after 5 seconds, then half as often each time, once a minute at least', () => {
  expect([1, 2, 3, 4, 5, 60].map((count) => after(count))).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

it('does not ask again for what is finished, or not known yet', () => {
  expect(after(1, false)).toBe(false);
  expect(pauseOf({ state: { data: undefined, dataUpdateCount: 0 } })).toBe(false);
});
