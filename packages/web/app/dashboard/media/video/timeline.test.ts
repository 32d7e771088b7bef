import { defaultThresholds, type VideoSecond } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { clockOf } from '../../../shared/media/clock-of.ts';
import { columnsOf, hitsOf, type Lane, lanesOf, nextHit, previousHit, reasonOf, stretchOf } from './timeline.ts';

const thresholds = defaultThresholds();
/** A video in which these seconds score that high as explicit. */
const video = (total: number, high: Record<number, number>): VideoSecond[] =>
  Array.from({ length: total }, (_, second) => {
    const score = high[second] ?? 0.01;
    const flagged = score >= 0.7;
    return { second, scores: { sexual_explicit: score, synthetic: 0.2 }, flagged, needs_review: false, same_as: null };
  });

describe('the timeline of a video', () => {
  it('API-04 writes times as players do', () => {
    expect([0, 9, 42.9, 725, 3_723].map(clockOf)).toEqual(['0:00', '0:09', '0:42', '12:05', '1:02:03']);
  });

  it('API-04 makes one hit of flagged seconds that follow each other, by what was highest', () => {
    const hits = hitsOf(video(20, { 3: 0.8, 4: 0.97, 5: 0.75, 12: 0.9 }), thresholds);
    expect(hits).toEqual([
      { from: 3, to: 5, category: 'sexual_explicit', score: 0.97 },
      { from: 12, to: 12, category: 'sexual_explicit', score: 0.9 },
    ]);
    expect(hits.map(stretchOf)).toEqual(['0:03 to 0:05', '0:12']);
    expect(hits.map(reasonOf)).toEqual(['Sexually explicit 0.97', 'Sexually explicit 0.90']);
  });

  it('API-04 jumps to the next hit and the one before, and to none at the ends', () => {
    const hits = hitsOf(video(20, { 3: 0.8, 4: 0.97, 12: 0.9 }), thresholds);
    expect([0, 3, 4, 11, 12].map((second) => nextHit(hits, second)?.from)).toEqual([3, 12, 12, 12, undefined]);
    expect([19, 12, 4, 3, 0].map((second) => previousHit(hits, second)?.from)).toEqual([12, 3, 3, undefined, undefined]);
  });

  it('API-04 gives a strip to what is notable, flagged first, and one to a quiet video', () => {
    const [first, second] = lanesOf(video(20, { 3: 0.8, 4: 0.97 }), thresholds);
    expect(first).toEqual({
      category: 'sexual_explicit',
      label: 'Sexually explicit',
      peak: 0.97,
      peakAt: 4,
      flagAt: 0.7,
      flaggedSeconds: 2,
    });
    expect(second).toMatchObject({ category: 'synthetic', flagAt: null, flaggedSeconds: 0 });
    const quiet = video(3, {}).map((one) => ({ ...one, scores: { gore: 0.02, nudity: 0.01 } }));
    expect(lanesOf(quiet, thresholds).map(({ category }) => category)).toEqual(['gore']);
    expect(lanesOf([], thresholds)).toEqual([]);
  });

  it('API-04 keeps a peak of one second when two hours become a few hundred columns', () => {
    const lane: Lane = { category: 'sexual_explicit', label: '', peak: 0.9, peakAt: 7_123, flagAt: 0.7, flaggedSeconds: 1 };
    const columns = columnsOf(video(7_200, { 7123: 0.9 }), lane, 7_200, 300);
    expect(columns).toHaveLength(300);
    expect(columns.flatMap(({ flagged }, at) => (flagged ? at : []))).toEqual([Math.floor((7_123 * 300) / 7_200)]);
    expect(columnsOf(video(2, { 1: 0.9 }), lane, 2, 300)).toEqual([
      { score: 0.01, flagged: false },
      { score: 0.9, flagged: true },
    ]);
  });
});
