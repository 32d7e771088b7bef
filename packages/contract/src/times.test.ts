import { describe, expect, it } from 'vitest';
import { Day, Moment } from './times.ts';

describe('times that somebody sends', () => {
  it.each(['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.123+05:30', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'API-05 accept %s',
    (text) => expect(Moment.safeParse(text).success).toBe(true),
  );
  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '2026-02-30T00:00:00Z',
    '2026-11-27',
    '',
  ])('API-05 refuse %s, which the database cannot compare', (text) => expect(Moment.safeParse(text).success).toBe(false));

  it('API-05 know no day of a year 0', () => {
    expect(Day.safeParse('0001-01-01').success).toBe(true);
    expect(Day.safeParse('0000-01-01').success).toBe(false);
  });
});
