import { usageEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** Plan, subscription and frames; the side menu and every gate read this one. Invalidate it when frames were charged. */
export const usageQuery = queryOptions({
  queryKey: keys.usage.all,
  queryFn: ({ signal }) => call(usageEndpoints.usage, { signal }),
});
