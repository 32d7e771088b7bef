import { mediaEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { decisionsUnderWay } from '../live/decisions-under-way.ts';
import { FRESH_FOR_MS } from './query-client.ts';

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

/** Whether an item is being deleted. */
export const isLeaving = (id: string): boolean => leaving.has(id);

/** One item. `id` null asks for nothing. */
export function mediaItemQuery(id: string | null) {
  return queryOptions({
    queryKey: keys.media.item(id),
    queryFn: async ({ signal }) => (await call(mediaEndpoints.getMedia, { params: { id: id ?? '' }, signal })).media_upload,
    enabled: () => id !== null && !isLeaving(id),
    // What is shown already is what the person decided; the server may not have heard of it.
    refetchOnMount: () => !decisionsUnderWay.any(),
    staleTime: () => (decisionsUnderWay.any() ? Number.POSITIVE_INFINITY : FRESH_FOR_MS),
  });
}
