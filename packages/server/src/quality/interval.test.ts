import { expect, it } from 'vitest';
import { countedShare } from './interval.ts';

it('a share of fewer than ten has no estimate', () => {
  expect(countedShare(0, 0)).toEqual({ hits: 0, n: 0, estimate: null });
  expect(countedShare(9, 9).estimate).toBeNull();
  expect(countedShare(5, 10).estimate).toMatchObject({ share: 0.5 });
});
