import { expect, it } from 'vitest';
import { wilsonShare } from './wilson.ts';

it.each([
  // Newcombe 1998, table I, "score" without continuity correction.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('gives the published interval of %i of %i', (hits, n, low, high) => {
  const share = wilsonShare(hits, n);
  expect(share).toMatchObject({ value: hits / n, n });
  expect(share?.low).toBeCloseTo(low, 4);
  expect(share?.high).toBeCloseTo(high, 4);
});

it('ends at 0 and 1 exactly, and says nothing of nothing', () => {
  expect(wilsonShare(0, 3)?.low).toBe(0);
  expect(wilsonShare(3, 3)?.high).toBe(1);
  expect(wilsonShare(0, 0)).toBeNull();
});
