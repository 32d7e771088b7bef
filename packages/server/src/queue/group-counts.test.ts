import { expect, it } from 'vitest';
import { createGroupCounts } from './group-counts.ts';

it('OPS-04 lets a group have so many at a time, each group for itself', () => {
  const counts = createGroupCounts();
  expect([counts.enter('a', 2), counts.enter('a', 2), counts.enter('a', 2)]).toEqual([true, true, false]);
  expect(counts.enter('b', 1)).toBe(true);
  counts.leave('a');
  expect(counts.enter('a', 2)).toBe(true);
});
