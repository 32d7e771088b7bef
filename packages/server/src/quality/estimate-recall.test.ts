import { describe, expect, it } from 'vitest';
import { type Covered, estimateRecall, type SampledAt } from './estimate-recall.ts';

const none = { items: 0, passed: 0, failed: 0 };
const at = (permille: number, passed: number, failed: number): SampledAt => ({ permille, passed, failed });
/** 100 flagged, all decided, 80 of them bad; 10,000 safe of which a tenth was drawn at the one rate. */
const covered = (over: Partial<Covered> = {}): Covered => ({
  flagged: { items: 100, passed: 20, failed: 80 },
  review: none,
  safe: { items: 10_000, passed: 99, failed: 1 },
  sampled: 100,
  sample: [at(10, 99, 1)],
  ...over,
});

describe('the recall that a sample tells', () => {
  it('is what was found of what was found and what the sample stands for', () => {
    // 1 of 100 sampled safe items is bad: of 10,000 that is 100. 80 of 180 were found.
    const { state, estimate } = estimateRecall(covered());
    expect(state).toBe('estimated');
    expect(estimate?.share).toBeCloseTo(80 / 180, 10);
    // All flagged ones are decided, so only the sample is uncertain: 1 of 100 at z = 2.394 is 0.13 % to 7.23 %.
    expect(estimate?.low).toBeCloseTo(80 / (80 + 723), 2);
    expect(estimate?.high).toBeCloseTo(80 / (80 + 13), 2);
  });

  it('weights what was drawn at different rates by them', () => {
    // One in a hundred of the first, one in twenty of the second: 50 stand for 5,000 and 50 for 1,000.
    const sample = [at(10, 48, 2), at(50, 50, 0)];
    const { estimate } = estimateRecall(covered({ sample, safe: { items: 6_000, passed: 98, failed: 2 } }));
    // 2 · 100 of 6,000 are bad. Without weights it would be 2 of 100, which is 120.
    expect(estimate?.share).toBeCloseTo(80 / (80 + 200), 10);
    // Unequal weights tell less: (50·100 + 50·20)² / (50·100² + 50·20²) = 69 instead of 100.
    const even = estimateRecall(covered({ sample: [at(10, 96, 4)], safe: { items: 6_000, passed: 96, failed: 4 } })).estimate;
    expect((estimate?.high ?? 0) - (estimate?.low ?? 0)).toBeGreaterThan((even?.high ?? 0) - (even?.low ?? 0));
  });

  it('sets decided flagged and reviewed items in proportion, when the others were not looked at', () => {
    const flagged = { items: 200, passed: 20, failed: 80 };
    const review = { items: 40, passed: 10, failed: 10 };
    const { estimate } = estimateRecall(covered({ flagged, review }));
    expect(estimate?.share).toBeCloseTo((160 + 20) / (160 + 20 + 100), 10);
    const decided = estimateRecall(covered()).estimate;
    expect((estimate?.high ?? 0) - (estimate?.low ?? 0)).toBeGreaterThan(0);
    expect(decided?.share).toBeLessThan(estimate?.share ?? 0);
  });

  it('never says fewer were missed than people found, in the sample or elsewhere', () => {
    const safe = { items: 10_000, passed: 100, failed: 300 };
    const { estimate } = estimateRecall(covered({ safe, sample: [at(10, 100, 0)] }));
    expect(estimate?.share).toBeCloseTo(80 / 380, 10);
    expect(estimate?.high).toBeCloseTo(80 / 380, 10);
  });

  it('says nothing without a sample, under 50 decided, with undecided flags, or when nothing bad was met', () => {
    expect(estimateRecall({ flagged: none, review: none, safe: none, sampled: 0, sample: [] })).toEqual({
      state: 'off',
      covered: 0,
      sampled: 0,
      decided: 0,
      missed: 0,
      estimate: null,
    });
    expect(estimateRecall(covered({ sample: [at(10, 48, 1)] }))).toMatchObject({ state: 'too_few', decided: 49, missed: 1 });
    expect(estimateRecall(covered({ flagged: { items: 100, passed: 1, failed: 8 } })).state).toBe('too_few');
    expect(estimateRecall(covered({ review: { items: 3, passed: 0, failed: 2 } })).state).toBe('too_few');
    const flagged = { items: 20, passed: 20, failed: 0 };
    expect(
      estimateRecall(covered({ flagged, sample: [at(10, 100, 0)], safe: { items: 10_000, passed: 100, failed: 0 } })),
    ).toMatchObject({
      state: 'too_few',
      estimate: null,
    });
  });

  it('holds its own share and stays within 0…1, whatever was counted', () => {
    for (const bad of [0, 1, 5, 25, 50])
      for (const permille of [1, 10, 50])
        for (const failed of [0, 10, 100])
          for (const items of [50, 1_000, 100_000]) {
            const sample = [at(permille, 50 - bad, bad)];
            const safe = { items, passed: 50 - bad, failed: bad };
            const { estimate } = estimateRecall(covered({ sample, safe, flagged: { items: 150, passed: 10, failed } }));
            if (!estimate) continue;
            expect(estimate.low).toBeGreaterThanOrEqual(0);
            expect(estimate.low).toBeLessThanOrEqual(estimate.share + 1e-12);
            expect(estimate.high).toBeGreaterThanOrEqual(estimate.share - 1e-12);
            expect(estimate.high).toBeLessThanOrEqual(1);
          }
  });

  it('holds the truth in at least 95 of 100 histories', () => {
    let seed = 11;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    let held = 0;
    const histories = 400;
    for (let history = 0; history < histories; history += 1) {
      // 5,000 safe items of which 1 in 50 is bad, drawn at 5 %; 120 flagged, all decided, half of them bad.
      const counts = { passed: 0, failed: 0, bad: 0, drawn: 0 };
      for (let item = 0; item < 5_000; item += 1) {
        const isBad = random() < 0.02;
        if (isBad) counts.bad += 1;
        if (random() * 1_000 >= 50) continue;
        counts.drawn += 1;
        if (isBad) counts.failed += 1;
        else counts.passed += 1;
      }
      const { estimate } = estimateRecall({
        flagged: { items: 120, passed: 60, failed: 60 },
        review: none,
        safe: { items: 5_000, passed: counts.passed, failed: counts.failed },
        sampled: counts.drawn,
        sample: [at(50, counts.passed, counts.failed)],
      });
      const truth = 60 / (60 + counts.bad);
      if (estimate && estimate.low <= truth && truth <= estimate.high) held += 1;
    }
    expect(held / histories).toBeGreaterThanOrEqual(0.95);
  });
});
