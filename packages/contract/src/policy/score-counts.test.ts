import { expect, it } from 'vitest';
import { bucketOf, scoreBuckets } from './score-counts.ts';

it('puts a score into the last hundredth that it reaches', () => {
  expect([0, 0.009, 0.01, 0.29, 0.57, 0.699999, 0.7, 0.995, 1].map(bucketOf)).toEqual([0, 0, 1, 29, 57, 69, 70, 99, 100]);
});

it('counts exactly as a limit at a hundredth compares', () => {
  const scores = Array.from({ length: 2_001 }, (_, n) => n / 2_000);
  for (let limit = 0; limit < scoreBuckets; limit++) {
    const reached = scores.filter((score) => score >= limit / 100).length;
    expect(scores.filter((score) => bucketOf(score) >= limit)).toHaveLength(reached);
  }
});
