import { describe, expect, it } from 'vitest';
import { besideIn, noticesAddress, noticesViewOf } from './notices-address.ts';

const viewOf = (search: string) => noticesViewOf(new URLSearchParams(search));

describe('addresses of notices', () => {
  it('TRUST-B4 keep the tab and the page, and leave out what is usual', () => {
    expect(viewOf('')).toEqual({ tab: 'open', page: 1 });
    expect(viewOf('tab=answered&page=3')).toEqual({ tab: 'answered', page: 3 });
    expect(viewOf('tab=other&page=-1')).toEqual({ tab: 'open', page: 1 });
    expect(noticesAddress({ tab: 'open', page: 1 })).toBe('/dashboard/notices');
    expect(noticesAddress({ tab: 'answered', page: 2 }, 'n1')).toBe('/dashboard/notices/n1?tab=answered&page=2');
  });

  it('TRUST-B4 the next and the one before, from a notice beside the list the first', () => {
    const ids = ['a', 'b', 'c'];
    expect([besideIn(ids, 'a', 1), besideIn(ids, 'a', -1), besideIn(ids, 'x', 1)]).toEqual(['b', null, 'a']);
    expect([besideIn(ids, 'c', 1), besideIn([], 'c', 1)]).toEqual([null, null]);
  });
});
