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

/** Ids are the customer's own, and hold anything. */
export const uploaderAddress = (id: string, page = 1): string =>
  `/dashboard/uploaders/${encodeURIComponent(id)}${page > 1 ? `?page=${page}` : ''}`;
