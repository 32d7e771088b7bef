import type { Filters } from './filters.ts';

/** What an address may say about the list. */
export const filterNames = ['status', 'type', 'source', 'from', 'to', 'search', 'sort'] as const;

/** "?status=flagged&page=2"; what says nothing is left out. */
export function searchOf(filters: Filters, page = 1): string {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '' && value !== 'newest') search.set(name, value);
  }
  if (page > 1) search.set('page', String(page));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
