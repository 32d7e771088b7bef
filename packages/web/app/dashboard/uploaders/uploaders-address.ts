import { AuthorsQuery } from '@clearframe/contract';

/** Which uploaders are listed, and in which order. */
export type UploadersView = { search: string; sort: AuthorsQuery['sort'] };

const { search: Search, sort: Sort } = AuthorsQuery.shape;

export function uploadersViewOf(search: URLSearchParams): UploadersView {
  return {
    search: Search.safeParse(search.get('search') ?? '').data ?? '',
    sort: Sort.safeParse(search.get('sort') ?? undefined).data ?? 'newest',
  };
}

/** The address of a page of the list; what is usual is left out. */
export function uploadersAddress({ search, sort }: UploadersView, page = 1): string {
  const parts = new URLSearchParams();
  if (search !== '') parts.set('search', search);
  if (sort !== 'newest') parts.set('sort', sort);
  if (page > 1) parts.set('page', String(page));
  const text = parts.toString();
  return `/dashboard/uploaders${text === '' ? '' : `?${text}`}`;
}

/**
 * Whose page it is; empty where an address holds no id. The router's own parameter takes `%2F` in an id for a slash, and shows
 * somebody else.
 */
export function uploaderIdOf(pathname: string): string {
  const [, part = ''] = /^\/dashboard\/uploaders\/([^/]+)\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
