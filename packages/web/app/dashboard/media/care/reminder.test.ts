import { describe, expect, it } from 'vitest';
import { isBreakNear, isReminderDue, reminderWords } from './reminder.ts';

const none = { count: 0, limit: 0 };
const exposureOf = (hour: [number, number], break_until: string | null = null) => ({
  hour: { count: hour[0], limit: hour[1] },
  day: none,
  break_until,
});

describe('the reminder of a break', () => {
  it('TRUST-B3 comes with five minutes to go, or with a tenth of a limit left', () => {
    expect(isBreakNear(exposureOf([18, 60]), 5)).toBe(true);
    expect(isBreakNear(exposureOf([18, 60]), 6)).toBe(false);
    expect(isBreakNear(exposureOf([54, 60]), null)).toBe(true);
    expect(isBreakNear(exposureOf([53, 60]), null)).toBe(false);
    expect(isBreakNear({ ...exposureOf([0, 0]), day: { count: 95, limit: 100 } }, null)).toBe(true);
  });

  it('TRUST-B3 does not come without a limit, or during the break', () => {
    expect(isBreakNear(exposureOf([500, 0]), null)).toBe(false);
    expect(isBreakNear(exposureOf([60, 60], '2026-11-29T12:10:00.000Z'), 1)).toBe(false);
  });

  it('TRUST-B3 comes once an hour', () => {
    const noon = Date.UTC(2026, 10, 29, 12);
    expect(isReminderDue(true, null, noon)).toBe(true);
    expect(isReminderDue(true, noon, noon + 59 * 60_000)).toBe(false);
    expect(isReminderDue(true, noon, noon + 60 * 60_000)).toBe(true);
    expect(isReminderDue(false, null, noon)).toBe(false);
  });

  it('TRUST-B3 says how much is left of the limit that comes first', () => {
    expect(reminderWords({ hour: { count: 54, limit: 60 }, day: { count: 98, limit: 100 } }, 4)).toBe(
      'Break in about 4 min. You can reveal 2 more.',
    );
    expect(reminderWords({ hour: { count: 1, limit: 1 }, day: none }, null)).toBe('The next reveal begins your break.');
  });
});
