import { describe, expect, it } from 'vitest';
import { countAhead } from './partitioned-tables.ts';

describe('months ahead', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  it.each([
    [3, ['2026_12', '2027_01', '2027_02'], ['2026_11', '2026_12', '2027_01', '2027_02']],
    [1, ['2026_12', '2027_02'], ['2026_12', '2027_01', '2027_02']],
    [0, ['2026_11'], ['2026_12']],
    [0, [], ['2026_12', '2027_01', '2027_02']],
  ])('OPS-03 are %i, those of the table that has fewest, without a gap', (ahead, one, other) => {
    expect(
      countAhead(
        new Map([
          ['a', one],
          ['b', other],
        ]),
        now,
      ),
    ).toBe(ahead);
  });
});
