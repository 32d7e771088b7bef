import { describe, expect, it } from 'vitest';
import { pageCount, pageFromSearch, pageNumbers, pageSummary } from './pages.ts';

describe('pages of Content Review', () => {
  it('MED-01 counts 12 a page', () => {
    expect([0, 1, 12, 13, 24, 25].map((total) => pageCount(total, 12))).toEqual([1, 1, 1, 2, 2, 3]);
  });

  it('MED-01 reads the page from the address and takes nonsense as the first', () => {
    const page = (search: string) => pageFromSearch(new URLSearchParams(search));
    expect(['', 'page=4', 'page=0', 'page=-2', 'page=1.5', 'page=x'].map(page)).toEqual([1, 4, 1, 1, 1, 1]);
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

describe('pageNumbers', () => {
  it('MED-01 shows the first, the last and the neighbours of the current page', () => {
    expect(pageNumbers(10, 20)).toEqual([1, 'gap', 9, 10, 11, 'gap', 20]);
  });

  it('shows a page rather than a gap that hides one', () => {
    expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, 'gap', 20]);
    expect(pageNumbers(17, 20)).toEqual([1, 'gap', 16, 17, 18, 19, 20]);
    expect(pageNumbers(1, 3)).toEqual([1, 2, 3]);
  });

  it('stays within few pages', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(2, 2)).toEqual([1, 2]);
    expect(pageNumbers(9, 2)).toEqual([1, 2]);
  });
});
