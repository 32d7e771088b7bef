import { subscriptionsEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** Plan, subscription and frames; the side menu and every gate read this one. Invalidate ['usage'] when frames were charged. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => call(subscriptionsEndpoints.usage, { signal }),
});
