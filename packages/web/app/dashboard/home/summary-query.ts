import { dashboardEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** Figures of the first screen. Under 'media', so that a live event of an item renews them too. */
export const summaryQuery = queryOptions({
  queryKey: keys.media.summary,
  queryFn: async ({ signal }) => (await call(dashboardEndpoints.dashboardSummary, { signal })).summary,
});
