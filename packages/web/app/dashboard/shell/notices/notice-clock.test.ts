import { describe, expect, it } from 'vitest';
import { clockOf } from './notice-clock.ts';

const now = Date.parse('2026-11-27T09:00:00Z');
const at = (hours: number) => clockOf(new Date(now + hours * 3_600_000).toISOString(), now);

describe('the clock of a notice', () => {
  it('TRUST-B4 is plain over 24 hours, amber under 24, red under 8, and late after', () => {
    expect([168, 47.9, 24, 23.9, 8, 7.9, 0.5, 0, -5, -80].map(at)).toEqual([
      { level: 'plain', words: '7 days left' },
      { level: 'plain', words: '47 h left' },
      { level: 'plain', words: '24 h left' },
      { level: 'soon', words: '23 h left' },
      { level: 'soon', words: '8 h left' },
      { level: 'urgent', words: '7 h left' },
      { level: 'urgent', words: '30 min left' },
      { level: 'late', words: '0 min late' },
      { level: 'late', words: '5 h late' },
      { level: 'late', words: '3 days late' },
    ]);
  });
});
