import type { PolicyVerdict } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { flipSums } from './flip-words.ts';

const flip = (from: PolicyVerdict, to: PolicyVerdict, items: number) => ({ from, to, items, decided: 0, agrees: 0 });

it('sums what becomes flagged and what no longer is, and apart from it what only a person would see', () => {
  expect(flipSums([])).toEqual({ all: 0, flagged: '0 more flagged, 0 fewer', review: null });
  expect(flipSums([flip('review', 'flagged', 1_200), flip('safe', 'flagged', 2), flip('flagged', 'safe', 3)])).toEqual({
    all: 1_205,
    flagged: '1,202 more flagged, 3 fewer',
    review: null,
  });
  expect(flipSums([flip('safe', 'review', 4), flip('review', 'safe', 1)])).toEqual({
    all: 5,
    flagged: '0 more flagged, 0 fewer',
    review: '4 more to review, 1 fewer',
  });
});
