/** How many pages `total` items fill; at least one, so that an empty list has a page to stand on. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page that an address asks for: anything but a whole number from 1 on is the first page. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** "13–24 of 40", "0 items", "1–12 of 1,000+" where counting ended there, and "40 items" beside a page beyond the end. */
export function pageSummary(page: number, pageSize: number, total: number, capped = false): string {
  if (total === 0) return '0 items';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (first > last) return `${total.toLocaleString('en-US')}${capped ? '+' : ''} ${total === 1 ? 'item' : 'items'}`;
  return `${first}–${last} of ${total.toLocaleString('en-US')}${capped ? '+' : ''}`;
}

/** A page to link to, or the place where pages are left out. */
export type PageMark = number | 'gap';

/**
 * MED-01: first, last, and the neighbours of the current page; the page itself where a gap would hide only one.
 * @param current 1-based; a page beyond the last counts as the last
 */
export function pageNumbers(current: number, pages: number): PageMark[] {
  const here = Math.min(Math.max(current, 1), pages);
  const shown = new Set([1, here - 1, here, here + 1, pages].filter((page) => page >= 1 && page <= pages));
  if (shown.has(3)) shown.add(2);
  if (shown.has(pages - 2)) shown.add(pages - 1);
  const ordered = [...shown].sort((a, b) => a - b);
  return ordered.flatMap((page, at): PageMark[] => (page - (ordered[at - 1] ?? 0) > 1 ? ['gap', page] : [page]));
}
