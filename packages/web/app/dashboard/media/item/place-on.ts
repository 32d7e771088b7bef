import type { EndpointData, mediaEndpoints } from '@clearframe/contract';

type ListPage = Pick<EndpointData<typeof mediaEndpoints.listMedia>, 'media_uploads' | 'pagination'>;

/** `capped`: the list has more than the total says. */
type Place = { at: number; total: number; capped: boolean };

/** The place of an item in its list, from 1, by one loaded page of it; null = the page does not hold it. */
export function placeOn({ media_uploads: items, pagination }: ListPage, id: string): Place | null {
  const index = items.findIndex((item) => item.id === id);
  const { page, limit, total, capped } = pagination;
  return index === -1 ? null : { at: (page - 1) * limit + index + 1, total, capped };
}
