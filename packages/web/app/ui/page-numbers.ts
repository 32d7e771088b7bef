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
