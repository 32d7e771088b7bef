import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aucOf, bestByF1, bestByYouden, confusionAt, qualityOf, rocOf, type Sample } from './statistics.ts';

/** Scores written as `+0.9 -0.4`: the sign says what the picture is. */
const read = (text: string): Sample[] =>
  text.split(' ').map((word) => ({ positive: word.startsWith('+'), score: Number(word.slice(1)) }));

const ten = read('+0.95 +0.9 -0.85 +0.8 +0.6 -0.5 +0.4 -0.3 -0.2 -0.1');

/** Few distinct scores, so that ties are common. */
const anySamples = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 12 }).map((step) => step / 12), positive: fc.boolean() }),
  { minLength: 1, maxLength: 60 },
);
const bothKinds = anySamples.filter((all) => all.some(({ positive }) => positive) && all.some(({ positive }) => !positive));

describe('counted by hand', () => {
  it('the confusion at a threshold, which a score that equals it reaches', () => {
    expect(confusionAt(ten, 0.8)).toEqual({ truePositives: 3, falsePositives: 1, falseNegatives: 2, trueNegatives: 4 });
    expect(confusionAt(ten, 0.81)).toEqual({ truePositives: 2, falsePositives: 1, falseNegatives: 3, trueNegatives: 4 });
  });

  it('precision, recall and F1 with the numbers they rest on', () => {
    const { precision, recall, f1 } = qualityOf(confusionAt(ten, 0.8));
    expect(precision).toMatchObject({ value: 3 / 4, n: 4 });
    expect(recall).toMatchObject({ value: 3 / 5, n: 5 });
    expect(f1?.value).toBeCloseTo((2 * 0.75 * 0.6) / (0.75 + 0.6), 12);
    expect(f1?.n).toBe(6);
    // Wilson's interval of 3 of 6 is 0.1876…0.8124; 2J / (1 + J) of both ends.
    expect(f1?.low).toBeCloseTo(0.316, 4);
    expect(f1?.high).toBeCloseTo(0.8965, 4);
  });

  it('the area under the curve: 21 of 25 pairs in order, a tie for half', () => {
    expect(aucOf(ten)).toBeCloseTo(21 / 25, 12);
    expect(aucOf(read('+0.5 -0.5'))).toBe(0.5);
    expect(aucOf(read('+0.9 +0.5 -0.5 -0.1'))).toBeCloseTo(3.5 / 4, 12);
  });

  it('the best thresholds by F1 and by Youden, which may differ; of equally good ones the highest', () => {
    expect(bestByF1(ten)).toMatchObject({ threshold: 0.4, value: 10 / 12 });
    expect(bestByYouden(ten)).toMatchObject({ threshold: 0.6, value: 15 / 25 });
    const few = read('+0.9 -0.8 -0.7 +0.6 +0.5 -0.1');
    expect([bestByF1(few)?.threshold, bestByYouden(few)?.threshold]).toEqual([0.5, 0.9]);
  });

  it('the curve from nothing flagged to everything flagged', () => {
    expect(rocOf(read('+0.9 -0.5 +0.5'))).toEqual([
      { threshold: Number.POSITIVE_INFINITY, truePositiveRate: 0, falsePositiveRate: 0 },
      { threshold: 0.9, truePositiveRate: 0.5, falsePositiveRate: 0 },
      { threshold: 0.5, truePositiveRate: 1, falsePositiveRate: 1 },
    ]);
  });
});

describe('where a kind is missing', () => {
  it('gives no curve, no area, no threshold of two kinds, and no share of nothing', () => {
    const safe = read('-0.9 -0.1');
    expect([rocOf(safe), aucOf(safe), bestByF1(safe), bestByYouden(safe)]).toEqual([[], null, null, null]);
    expect(qualityOf(confusionAt(safe, 0.95))).toEqual({ precision: null, recall: null, f1: null });
    expect(qualityOf(confusionAt(safe, 0.5))).toMatchObject({ precision: { value: 0, low: 0, n: 1 }, recall: null });
    expect([aucOf([]), bestByF1([]), bestByYouden([])]).toEqual([null, null, null]);
  });

  it('finds the best F1 without a safe picture, where any threshold below all is perfect', () => {
    expect(bestByF1(read('+0.9 +0.4'))).toMatchObject({ threshold: 0.4, value: 1 });
  });
});

describe('for any scores', () => {
  it('the area is the Mann-Whitney statistic over all pairs', () => {
    fc.assert(
      fc.property(bothKinds, (samples) => {
        const [positives, negatives] = [samples.filter((one) => one.positive), samples.filter((one) => !one.positive)];
        let sum = 0;
        for (const a of positives) for (const b of negatives) sum += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0;
        expect(aucOf(samples)).toBeCloseTo(sum / (positives.length * negatives.length), 10);
      }),
    );
  });

  it('the curve only rises, and each point is the confusion at its threshold', () => {
    fc.assert(
      fc.property(bothKinds, (samples) => {
        const points = rocOf(samples);
        expect(points[0]).toMatchObject({ truePositiveRate: 0, falsePositiveRate: 0 });
        expect(points.at(-1)).toMatchObject({ truePositiveRate: 1, falsePositiveRate: 1 });
        for (const [index, point] of points.entries()) {
          const before = points[index - 1];
          if (before) {
            expect(point.threshold).toBeLessThan(before.threshold);
            expect(point.truePositiveRate).toBeGreaterThanOrEqual(before.truePositiveRate);
            expect(point.falsePositiveRate).toBeGreaterThanOrEqual(before.falsePositiveRate);
          }
          const { truePositives, falseNegatives } = confusionAt(samples, point.threshold);
          expect(point.truePositiveRate).toBeCloseTo(truePositives / (truePositives + falseNegatives), 12);
        }
      }),
    );
  });

  it('a best threshold reproduces its confusion, and none of the scores does better', () => {
    fc.assert(
      fc.property(bothKinds, (samples) => {
        const f1 = bestByF1(samples);
        const youden = bestByYouden(samples);
        for (const found of [f1, youden]) expect(found && confusionAt(samples, found.threshold)).toEqual(found?.confusion);
        for (const { score } of samples) {
          const confusion = confusionAt(samples, score);
          expect(qualityOf(confusion).f1?.value ?? 0).toBeLessThanOrEqual((f1?.value ?? 0) + 1e-12);
          const recall = confusion.truePositives / (confusion.truePositives + confusion.falseNegatives);
          const wrong = confusion.falsePositives / (confusion.falsePositives + confusion.trueNegatives);
          expect(recall - wrong).toBeLessThanOrEqual((youden?.value ?? 0) + 1e-12);
        }
      }),
    );
  });

  it('intervals hold their value and lie in 0…1; all four fields add up', () => {
    fc.assert(
      fc.property(anySamples, fc.double({ min: 0, max: 1, noNaN: true }), (samples, threshold) => {
        const confusion = confusionAt(samples, threshold);
        expect(Object.values(confusion).reduce((sum, count) => sum + count, 0)).toBe(samples.length);
        for (const share of Object.values(qualityOf(confusion))) {
          if (!share) continue;
          expect(share.low).toBeGreaterThanOrEqual(0);
          expect(share.low).toBeLessThanOrEqual(share.value);
          expect(share.high).toBeGreaterThanOrEqual(share.value);
          expect(share.high).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
