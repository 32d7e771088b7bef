import { mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';
import type { CountedBy, Filters } from '../review/filters.ts';
import { searchOf } from '../review/search-of.ts';

/** Items that are being deleted: the live event of it must not make their own page ask for them once more. */
const leaving = new Set<string>();

/** Stops reading an item, before it is deleted. */
export function leaveItem(id: string): void {
  leaving.add(id);
}

/** Reads it again, when it was not deleted after all. */
export function keepItem(id: string): void {
  leaving.delete(id);
}

/** One item. `id` null asks for nothing. */
export function mediaItemQuery(id: string | null) {
  return queryOptions({
    queryKey: ['media', 'item', id],
    queryFn: async ({ signal }) => (await call(mediaEndpoints.getMedia, { params: { id: id ?? '' }, signal })).media_upload,
    enabled: () => id !== null && !leaving.has(id),
  });
}

/** How many items have which verdict under the other filters. The numbers before stay while new ones are fetched. */
export function mediaCountsQuery(filter: CountedBy) {
  return queryOptions({
    queryKey: ['media', 'counts', searchOf(filter)],
    queryFn: ({ signal }) => call(mediaEndpoints.mediaCounts, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The items beside one in the list under those filters. */
export function neighboursQuery(id: string, filters: Filters) {
  return queryOptions({
    queryKey: ['media', 'neighbours', id, searchOf(filters)],
    enabled: () => !leaving.has(id),
    queryFn: ({ signal }) => call(mediaEndpoints.mediaNeighbours, { params: { id }, query: filters, signal }),
  });
}
