import { endpoints, limits, type MediaStatus } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

type ListWish = { page?: number; limit?: number; status?: MediaStatus };

/** One page of the account's items, newest first. The last page stays on the screen while the next is fetched. */
export function mediaListQuery({ page = 1, limit = limits.mediaPageSize, status }: ListWish = {}) {
  return queryOptions({
    queryKey: ['media', 'list', { page, limit, status: status ?? null }],
    queryFn: ({ signal }) => call(endpoints.listMedia, { query: { page, limit, ...(status && { status }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One item. `id` null asks for nothing. */
export function mediaItemQuery(id: string | null) {
  return queryOptions({
    queryKey: ['media', 'item', id],
    queryFn: async ({ signal }) => (await call(endpoints.getMedia, { params: { id: id ?? '' }, signal })).media_upload,
    enabled: id !== null,
  });
}
