import { describe, expect, it } from 'vitest';
import { pageAddress, pageCount, pageFromSearch, pageSummary } from './page-address.ts';

describe('pages of Content Review', () => {
  it('MED-01 counts 12 a page', () => {
    expect([0, 1, 12, 13, 24, 25].map((total) => pageCount(total, 12))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('MED-01 reads the page from the address and takes nonsense as the first', () => {
    const page = (search: string) => pageFromSearch(new URLSearchParams(search));
    expect(['', 'page=4', 'page=0', 'page=-2', 'page=1.5', 'page=x'].map(page)).toEqual([1, 4, 1, 1, 1, 1]);
  });

  it('MED-01 writes the page into the address', () => {
    expect([pageAddress(''), pageAddress('?page=3')]).toEqual(['/dashboard/media', '/dashboard/media?page=3']);
  });

  it('MED-01 says which items are shown', () => {
    expect([
      pageSummary(1, 12, 5, false),
      pageSummary(2, 12, 40, false),
      pageSummary(4, 12, 1_287, false),
      pageSummary(1, 12, 0, false),
      pageSummary(1, 12, 1_000, true),
    ]).toEqual(['1–5 of 5', '13–24 of 40', '37–48 of 1,287', '0 items', '1–12 of 1,000+']);
  });

  it('MED-01 names no items beside a page that is beyond the end', () => {
    expect([pageSummary(999, 12, 29), pageSummary(100, 12, 1_000, true)]).toEqual(['29 items', '1,000+ items']);
  });
});
