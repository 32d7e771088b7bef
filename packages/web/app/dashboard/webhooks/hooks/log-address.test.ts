import { describe, expect, it } from 'vitest';
import { logAddress, logFiltersOf } from './log-address.ts';

describe('the address of a webhook’s log', () => {
  it('HOOK-04 says what is shown, and nothing that goes without saying', () => {
    expect(logAddress('a')).toBe('/dashboard/webhooks/a');
    expect(logAddress('a', { status: 'failed', day: '2026-11-21' }, 2)).toBe(
      '/dashboard/webhooks/a?status=failed&day=2026-11-21&page=2',
    );
  });

  it('HOOK-04 shows something under an old or broken link', () => {
    expect(logFiltersOf(new URLSearchParams('status=failed&day=2026-11-21'))).toEqual({ status: 'failed', day: '2026-11-21' });
    expect(logFiltersOf(new URLSearchParams('status=lost&day=2026-02-30'))).toEqual({});
    expect(logFiltersOf(new URLSearchParams())).toEqual({});
  });
});
