import { describe, expect, it } from 'vitest';
import { breakWords, minutesToBreak } from './break-in.ts';

const noon = Date.UTC(2026, 10, 29, 12);
const exposureOf = (hour: [number, number], day: [number, number] = [0, 0], break_until: string | null = null) => ({
  hour: { count: hour[0], limit: hour[1] },
  day: { count: day[0], limit: day[1] },
  break_until,
});

describe('how long it is to the next break', () => {
  it('TRUST-B3 goes by the pace to the reveal that passes the limit', () => {
    expect(minutesToBreak(exposureOf([18, 60]), 30_000, noon)).toBe(22);
    expect(minutesToBreak(exposureOf([60, 60]), 1_000, noon)).toBe(1);
  });

  it('TRUST-B3 takes the limit that comes first', () => {
    expect(minutesToBreak(exposureOf([0, 60], [95, 100]), 30_000, noon)).toBe(3);
    expect(minutesToBreak(exposureOf([55, 60], [20, 100]), 30_000, noon)).toBe(3);
  });

  it('TRUST-B3 is silent without a limit, without a pace, during a break and out of reach', () => {
    expect(minutesToBreak(exposureOf([18, 0]), 30_000, noon)).toBeNull();
    expect(minutesToBreak(exposureOf([18, 60]), null, noon)).toBeNull();
    expect(minutesToBreak(exposureOf([18, 60], [0, 0], '2026-11-29T12:10:00.000Z'), 30_000, noon)).toBeNull();
    expect(minutesToBreak(exposureOf([0, 2_000]), 30_000, noon)).toBeNull();
    // A page of items that came at once.
    expect(minutesToBreak(exposureOf([18, 60]), 20, noon)).toBeNull();
  });

  it('TRUST-B3 counts no limit of a day that ends before', () => {
    const late = Date.UTC(2026, 10, 29, 23, 58);
    expect(minutesToBreak(exposureOf([0, 0], [90, 100]), 30_000, noon)).toBe(6);
    expect(minutesToBreak(exposureOf([0, 0], [90, 100]), 30_000, late)).toBeNull();
  });

  it('TRUST-B3 is told in words', () => {
    expect(breakWords(25)).toBe('Break in about 25 min');
    expect(breakWords(null)).toBe('');
  });
});
