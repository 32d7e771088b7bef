import { bucketOf, scoreBuckets } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { barShape, countAt } from './score-bars.ts';

const countsOf = (scores: readonly number[]) =>
  Array.from({ length: scoreBuckets }, (_, bucket) => scores.filter((score) => bucketOf(score) === bucket).length);

const counts = countsOf([0.1, 0.4, 0.55, 0.6, 0.606, 1]);

it('counts what each limit takes, the flagged not among those to review', () => {
  expect(countAt(counts, { review: 0.4, flag: 0.6 })).toEqual({ review: 2, flagged: 3, isExact: true });
  expect(countAt(counts, { review: 0.41, flag: null })).toEqual({ review: 4, flagged: null, isExact: true });
  expect(countAt(counts, { review: null, flag: 1 })).toEqual({ review: null, flagged: 1, isExact: true });
  expect(countAt(counts, { review: null, flag: null })).toEqual({ review: null, flagged: null, isExact: true });
});

it('says that a count is not exact where a limit parts the scores of one hundredth', () => {
  expect(countAt(counts, { review: 0.345, flag: null })).toMatchObject({ review: 5, isExact: true });
  expect(countAt(counts, { review: null, flag: 0.605 })).toMatchObject({ isExact: false });
});

it('draws fifty bars, the highest as high as the chart, and the score 1 in the last', () => {
  const corners = barShape(countsOf([0.011, 1]))
    .slice('polygon('.length, -1)
    .split(', ');
  expect(corners).toHaveLength(200);
  const tops = corners.flatMap((corner, n) => (n % 4 === 1 ? [Number(corner.split(' ')[1]?.replace('%', ''))] : []));
  expect([tops[0], tops[1], tops[49]]).toEqual([0, 98, 0]);
});
