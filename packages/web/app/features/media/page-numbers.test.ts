import { describe, expect, it } from 'vitest';
import { pageCount, pageFromSearch, pageNumbers } from './page-numbers.ts';

describe('pageNumbers', () => {
  it('MED-01 shows the first, the last and the neighbours of the current page', () => {
    expect(pageNumbers(6, 12)).toEqual([1, 'gap', 5, 6, 7, 'gap', 12]);
  });

  it('MED-01 leaves no gap where numbers touch', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(2, 3)).toEqual([1, 2, 3]);
    expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  it('MED-01 has neighbours on one side only at either end', () => {
    expect(pageNumbers(1, 9)).toEqual([1, 2, 'gap', 9]);
    expect(pageNumbers(9, 9)).toEqual([1, 'gap', 8, 9]);
  });

  it('MED-01 stays on the last page when the address asks for a later one', () => {
    expect(pageNumbers(40, 3)).toEqual([1, 2, 3]);
  });
});

describe('pageCount', () => {
  it('MED-01 counts 12 a page', () => {
    expect([0, 1, 12, 13, 24, 25].map((total) => pageCount(total, 12))).toEqual([1, 1, 1, 2, 2, 3]);
  });
});

describe('pageFromSearch', () => {
  it('MED-01 reads the page and takes nonsense as the first', () => {
    const page = (search: string) => pageFromSearch(new URLSearchParams(search));
    expect([page(''), page('page=4'), page('page=0'), page('page=-2'), page('page=1.5'), page('page=x')]).toEqual([
      1, 4, 1, 1, 1, 1,
    ]);
  });
});
