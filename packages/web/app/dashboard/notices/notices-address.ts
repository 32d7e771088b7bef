import { pageFromSearch } from '../ui/pages.ts';

/** Which notices are listed. */
export type NoticesView = { tab: 'open' | 'answered'; page: number };

/** What an address says about the list. A value that is none is left out, so an old link still shows something. */
export const noticesViewOf = (search: URLSearchParams): NoticesView => ({
  tab: search.get('tab') === 'answered' ? 'answered' : 'open',
  page: pageFromSearch(search),
});

/** The address of a list, or of one notice beside it. What is usual is left out. */
export function noticesAddress({ tab, page }: NoticesView, id?: string): string {
  const parts = new URLSearchParams();
  if (tab !== 'open') parts.set('tab', tab);
  if (page > 1) parts.set('page', String(page));
  const query = parts.size === 0 ? '' : `?${parts.toString()}`;
  return `/dashboard/notices${id === undefined ? '' : `/${id}`}${query}`;
}

/** The notice that lies so many places further in a list. From one that is not in it, the first; null = there is none. */
export function besideIn(ids: readonly string[], id: string | undefined, step: 1 | -1): string | null {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return (at === -1 ? ids[0] : ids[at + step]) ?? null;
}
