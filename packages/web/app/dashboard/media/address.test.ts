import { describe, expect, it } from 'vitest';
import {
  countedBy,
  type Filters,
  filtersOf,
  isNarrowed,
  itemAddress,
  listAddress,
  searchOf,
  showsAllFlagged,
  withoutFilters,
} from './address.ts';

const read = (search: string) => filtersOf(new URLSearchParams(search));

describe('filters in the address', () => {
  it('MED-02 come back from the address as they were written', () => {
    const filters: Filters = {
      status: 'flagged',
      type: 'image',
      source: 'api',
      from: '2026-01-02',
      to: '2026-03-04',
      search: 'a&b = 50% #',
      author: 'seller/7 & co',
      credentials: 'valid',
      sort: 'oldest',
    };
    expect(read(searchOf(filters, 3))).toEqual(filters);
    expect(searchOf(filters, 3)).toContain('page=3');
  });

  it('MED-02 leave out what says nothing', () => {
    expect([searchOf({}), searchOf({ sort: 'newest', search: '' }), searchOf({}, 2)]).toEqual(['', '', '?page=2']);
    expect(read('sort=newest&search=%20')).toEqual({});
  });

  it('MED-02 go by score only where a person should decide', () => {
    expect(read('status=undecided&sort=likeliest')).toEqual({ status: 'undecided', sort: 'likeliest' });
    expect(read('status=safe&sort=likeliest')).toEqual({ status: 'safe' });
    expect(searchOf({ status: 'flagged', sort: 'least_certain' })).toBe('?status=flagged');
  });

  it('MED-02 take nonsense as nothing', () => {
    expect(read('status=odd&type=&source=fax&from=2026-13-01&to=x&sort=up&evil=1')).toEqual({});
    expect(read('status=odd&search=wine')).toEqual({ search: 'wine' });
  });

  it('MED-02 know what narrows, which a tab does not, and what the numbers count', () => {
    const some: Filters[] = [{}, { sort: 'oldest' }, { status: 'safe' }, { search: 'x' }, { status: 'safe', type: 'video' }];
    expect(some.map((filters) => isNarrowed(filters))).toEqual([false, false, false, true, true]);
    expect(countedBy({ status: 'safe', search: 'x', sort: 'oldest' })).toEqual({ search: 'x' });
  });

  it('MED-02 leave the tab and the order when they are cleared', () => {
    const filters: Filters = { status: 'undecided', sort: 'likeliest', search: 'x', type: 'video', from: '2026-01-02' };
    expect(withoutFilters(filters)).toEqual({ status: 'undecided', sort: 'likeliest' });
    expect(withoutFilters({ author: 'seller' })).toEqual({});
  });

  it('MED-02 tell a list of all flagged items from one that is narrowed further', () => {
    expect(showsAllFlagged({ status: 'flagged', sort: 'oldest' })).toBe(true);
    for (const filters of [{}, { status: 'safe' }, { status: 'flagged', search: 'x' }] as const)
      expect(showsAllFlagged(filters)).toBe(false);
  });

  it('MED-01 writes the page into the address', () => {
    expect([listAddress({}), listAddress({}, 3)]).toEqual(['/dashboard/media', '/dashboard/media?page=3']);
    expect([itemAddress('a'), itemAddress('a', { status: 'flagged' })]).toEqual([
      '/dashboard/media/a',
      '/dashboard/media/a?status=flagged',
    ]);
  });
});
