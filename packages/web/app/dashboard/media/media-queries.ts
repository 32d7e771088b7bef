import { itemEndpoints, limits, mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { isLeaving } from '../shell/api/media-item-query.ts';
import { type CountedBy, type Filters, searchOf } from './address.ts';

type ListWish = Filters & { page?: number; limit?: number };

/** One page of the account's items, newest first. The last page stays on the screen while the next is fetched. */
export function mediaListQuery({ page = 1, limit = limits.mediaPageSize, ...filters }: ListWish = {}) {
  return queryOptions({
    queryKey: keys.media.list({ page, limit, filters: searchOf(filters) }),
    queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: { page, limit, ...filters }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** How many items have which verdict under the other filters. The numbers before stay while new ones are fetched. */
export function mediaCountsQuery(filter: CountedBy) {
  return queryOptions({
    queryKey: keys.media.counts(searchOf(filter)),
    queryFn: ({ signal }) => call(mediaEndpoints.mediaCounts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The items beside one in the list under those filters. */
export function neighboursQuery(id: string, filters: Filters) {
  return queryOptions({
    queryKey: keys.media.neighbours(id, searchOf(filters)),
    enabled: () => !isLeaving(id),
    queryFn: ({ signal }) => call(itemEndpoints.mediaNeighbours, { params: { id }, query: filters, signal }),
  });
}
