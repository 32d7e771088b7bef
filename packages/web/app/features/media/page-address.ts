/** How many pages `total` items fill; at least one, so that an empty list has a page to stand on. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The page that an address asks for: anything but a whole number from 1 on is the first page. */
export function pageFromSearch(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? '1');
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}

/** The address of one page of Content Review; the first needs no number. */
export function pageAddress(page: number): string {
  return page === 1 ? '/dashboard/media' : `/dashboard/media?page=${page}`;
}

/** "13–24 of 40", "0 items". */
export function pageSummary(page: number, pageSize: number, total: number): string {
  if (total === 0) return '0 items';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return `${first}–${last} of ${total.toLocaleString('en-US')}`;
}
