import { labelsEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** Every reason of the account, also those that are off. */
export const labelsQuery = queryOptions({
  queryKey: keys.labels,
  queryFn: async ({ signal }) => (await call(labelsEndpoints.listLabels, { signal })).labels,
});
