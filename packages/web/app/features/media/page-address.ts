/** How many pages `total` items fill; at least one, so that an empty list has a page to stand on. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page that an address asks for: anything but a whole number from 1 on is the first page. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The address of one page of Content Review. @param search the filters and the page, as `searchOf` writes them */
export function pageAddress(search: string): string {
  return `/dashboard/media${search}`;
}

/** "13–24 of 40", "0 items", "1–12 of 1,000+" where counting ended there, and "40 items" beside a page beyond the end. */
export function pageSummary(page: number, pageSize: number, total: number, capped = false): string {
  if (total === 0) return '0 items';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  if (first > last) return `${total.toLocaleString('en-US')}${capped ? '+' : ''} ${total === 1 ? 'item' : 'items'}`;
  return `${first}–${last} of ${total.toLocaleString('en-US')}${capped ? '+' : ''}`;
}
