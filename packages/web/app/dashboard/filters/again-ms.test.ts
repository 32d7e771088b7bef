import { expect, it } from 'vitest';
import { againMs } from './again-ms.ts';

it('a busy server is asked again four times, each time later', () => {
  expect([1, 2, 3, 4, 5, 6].map(againMs)).toEqual([5_000, 10_000, 20_000, 40_000, false, false]);
});
