import { limits, mediaEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

const wish = { page: 1, limit: limits.recentListSize };

/** The newest items. Content Review's own query knows filters, which the first screen need not load. */
export const recentMediaQuery = queryOptions({
  queryKey: keys.media.list(wish),
  queryFn: ({ signal }) => call(mediaEndpoints.listMedia, { query: wish, signal }),
});
