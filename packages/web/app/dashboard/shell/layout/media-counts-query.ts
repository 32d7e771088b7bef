import { mediaEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** How many items have which verdict, and wait for a person. The list without filters shows the same answer. */
export const everyCountQuery = queryOptions({
  queryKey: keys.media.counts(''),
  queryFn: ({ signal }) => call(mediaEndpoints.mediaCounts, { query: {}, signal }),
  placeholderData: keepPreviousData,
});
