import { describe, expect, it } from 'vitest';
import { wilson, wilsonShare } from './wilson.ts';

const everyCount = [1, 2, 3, 7, 10, 11, 50, 100, 1_000, 100_000].flatMap((n) =>
  Array.from({ length: 21 }, (_, step) => ({ hits: Math.round((n * step) / 20), n })),
);

describe("Wilson's interval", () => {
  // By hand, of 8 in 10: z² = 3.84146, (0.8 + 0.19207 ± 1.95996 · √(0.016 + 0.00960)) / 1.38415 = 0.7167 ± 0.2266.
  it.each([
    [8, 10, 0.490_2, 0.943_3],
    [0, 10, 0, 0.277_5],
    [10, 10, 0.722_5, 1],
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    [81, 263, 0.255_3, 0.366_2],
    [15, 148, 0.062_4, 0.160_5],
    [0, 20, 0, 0.161_1],
    [1, 29, 0.006_1, 0.171_8],
  ])('of %i in %i is what others print', (hits, n, low, high) => {
    const found = wilson(hits, n);
    expect(found.low).toBeCloseTo(low, 3);
    expect(found.high).toBeCloseTo(high, 3);
  });

  it('holds the share, lies within 0…1, and has an end at the share only when none or all were hit', () => {
    for (const { hits, n } of everyCount) {
      const { low, high } = wilson(hits, n);
      expect(low, `${hits} of ${n}`).toBeLessThanOrEqual(hits / n);
      expect(high, `${hits} of ${n}`).toBeGreaterThanOrEqual(hits / n);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low === hits / n).toBe(hits === 0);
      expect(high === hits / n).toBe(hits === n);
    }
  });

  it('turns round with the question, shrinks with the count and grows with the certainty', () => {
    for (const { hits, n } of everyCount) {
      const { low, high } = wilson(hits, n);
      const other = wilson(n - hits, n);
      expect(other.low).toBeCloseTo(1 - high, 10);
      expect(other.high).toBeCloseTo(1 - low, 10);
      const more = wilson(hits * 4, n * 4);
      expect(more.high - more.low).toBeLessThan(high - low);
      const surer = wilson(hits, n, 2.576);
      expect(surer.high - surer.low).toBeGreaterThan(high - low);
    }
  });

  it('holds the true share in about 95 of 100 series', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (const truth of [0.02, 0.2, 0.5, 0.9]) {
      let held = 0;
      for (let series = 0; series < 2_000; series += 1) {
        let hits = 0;
        for (let n = 0; n < 60; n += 1) if (random() < truth) hits += 1;
        const { low, high } = wilson(hits, 60);
        if (low <= truth && truth <= high) held += 1;
      }
      expect(held / 2_000, `of ${truth}`).toBeGreaterThan(0.92);
    }
  });

  it('says nothing of none', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilsonShare(0, 0)).toBeNull();
    expect(wilsonShare(1, 2)).toEqual({ value: 0.5, n: 2, ...wilson(1, 2) });
  });
});
