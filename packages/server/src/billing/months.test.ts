import { describe, expect, it } from 'vitest';
import { addMonths } from './months.ts';

describe('addMonths', () => {
  it.each([
    ['2026-03-10T12:30:00.500Z', 1, '2026-04-10T12:30:00.500Z'],
    ['2026-01-31T00:00:00.000Z', 1, '2026-02-28T00:00:00.000Z'],
    ['2026-01-31T00:00:00.000Z', 2, '2026-03-31T00:00:00.000Z'],
    ['2028-01-30T23:59:59.999Z', 1, '2028-02-29T23:59:59.999Z'],
    ['2026-12-31T10:00:00.000Z', 1, '2027-01-31T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 2, '2027-02-28T10:00:00.000Z'],
    ['2026-10-31T00:00:00.000Z', 13, '2027-11-30T00:00:00.000Z'],
  ])('SUB-03 counts months from the anchor day: %s + %i', (anchor, months, expected) => {
    expect(addMonths(new Date(anchor), months).toISOString()).toBe(expected);
  });

  it('SUB-03 leaves the anchor as it was', () => {
    const anchor = new Date('2026-01-31T00:00:00.000Z');
    addMonths(anchor, 1);
    expect(anchor.toISOString()).toBe('2026-01-31T00:00:00.000Z');
  });
});
