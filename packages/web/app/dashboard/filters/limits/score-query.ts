import { policyEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** The account's newest scores, counted. They change with uploads, not with limits. */
export const scoresQuery = queryOptions({
  queryKey: keys.scores,
  queryFn: ({ signal }) => call(policyEndpoints.scoreCounts, { signal }),
  // Bars beside the limits: their failure offers another try and keeps nobody from working.
  retry: false,
  staleTime: 60_000,
});
