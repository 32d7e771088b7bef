import { limits, mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import type { Filters } from '../review/filters.ts';
import { searchOf } from '../review/search-of.ts';

type ListWish = Filters & { page?: number; limit?: number };

/** One page of the account's items, newest first. The last page stays on the screen while the next is fetched. */
export function mediaListQuery({ page = 1, limit = limits.mediaPageSize, ...filters }: ListWish = {}) {
  return queryOptions({
    queryKey: ['media', 'list', { page, limit, filters: searchOf(filters) }],
    queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: { page, limit, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });
}
