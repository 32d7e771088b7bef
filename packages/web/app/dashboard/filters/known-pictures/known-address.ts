import { KnownList, PdqDigits } from '@clearframe/contract';

/** Which list is shown, and what is looked for in it. It lives in the address, so that a link, Back and a reload show the same. */
export type KnownView = { list: KnownList; hash: string };

/** A value that is none is left out. */
export function knownViewOf(search: URLSearchParams): KnownView {
  return {
    list: KnownList.safeParse(search.get('list')).data ?? 'block',
    hash: PdqDigits.safeParse(search.get('hash')).data ?? '',
  };
}

/** The page of one list; what says nothing is left out. */
export function knownAddress({ list, hash }: KnownView, page = 1): string {
  const search = new URLSearchParams();
  if (list !== 'block') search.set('list', list);
  if (hash !== '') search.set('hash', hash);
  if (page > 1) search.set('page', String(page));
  return `/dashboard/content-filters/known${search.size === 0 ? '' : `?${search}`}`;
}
