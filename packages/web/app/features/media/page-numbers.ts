export type PageMark = number | 'gap';

/** How many pages `total` items fill; at least one, so that an empty list has a page to stand on. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * MED-01: the first, the last, the current page and its neighbours, with 'gap' where numbers are left out.
 * @param current 1-based; a page beyond the last counts as the last
 */
export function pageNumbers(current: number, last: number): PageMark[] {
  const here = Math.min(Math.max(current, 1), last);
  const shown = [...new Set([1, here - 1, here, here + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((page, index): PageMark[] => {
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? ['gap', page] : [page];
  });
}

/** The page that an address asks for: anything but a whole number from 1 on is the first page. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
