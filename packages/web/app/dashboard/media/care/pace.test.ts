import { describe, expect, it } from 'vitest';
import { paceOf, sessionWords } from './pace.ts';

describe('the pace of a session', () => {
  it('TRUST-B3 is the mean of the gaps, rests left out, and nothing before the fourth decision', () => {
    expect(paceOf([])).toBeNull();
    expect(paceOf([0, 2_000, 4_000])).toBeNull();
    expect(paceOf([0, 2_000, 4_000, 5_000])).toBeCloseTo(1_666.7, 0);
    expect(paceOf([0, 2_000, 602_000, 604_000, 606_000])).toBe(2_000);
  });

  it('TRUST-B3 looks at the last 50 gaps alone', () => {
    const slow = Array.from({ length: 60 }, (_, index) => index * 60_000);
    const fast = Array.from({ length: 50 }, (_, index) => 59 * 60_000 + (index + 1) * 1_000);
    expect(paceOf([...slow, ...fast])).toBe(1_000);
  });

  it('TRUST-B3 is told in words once there is something to tell', () => {
    expect(sessionWords(0, null)).toBe('');
    expect(sessionWords(2, null)).toBe('2 decided');
    expect(sessionWords(1_042, 1_940)).toBe('1,042 decided, 1.9 s each');
  });
});
