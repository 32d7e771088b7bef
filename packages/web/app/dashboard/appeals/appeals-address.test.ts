import { describe, expect, it } from 'vitest';
import { appealsAddress, appealsViewOf, besideIn } from './appeals-address.ts';

describe('addresses of appeals', () => {
  it.each(['/dashboard/appeals', '/dashboard/appeals?status=decided', '/dashboard/appeals?status=decided&page=2'])(
    'TRUST-B5 %s says again what it was made of',
    (address) => {
      expect(appealsAddress(appealsViewOf(new URL(address, 'https://x.example').searchParams))).toBe(address);
    },
  );

  it('TRUST-B5 shows the open ones for what is no status and no page', () => {
    expect(appealsViewOf(new URLSearchParams('status=lost&page=-1'))).toEqual({ status: 'open', page: 1 });
    expect(appealsAddress({ status: 'decided', page: 1 }, 'a')).toBe('/dashboard/appeals/a?status=decided');
  });

  it('TRUST-B5 J and K stop at the ends, and begin at the first where the shown one is not listed', () => {
    const ids = ['a', 'b', 'c'];
    expect([besideIn(ids, 'a', 1), besideIn(ids, 'b', -1)]).toEqual(['b', 'a']);
    expect([besideIn(ids, 'c', 1), besideIn(ids, 'a', -1)]).toEqual([null, null]);
    expect([besideIn(ids, undefined, 1), besideIn(ids, 'gone', -1), besideIn([], 'gone', 1)]).toEqual(['a', 'a', null]);
  });
});
