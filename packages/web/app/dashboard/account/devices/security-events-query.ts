import { securityEventsEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** One page of the security log; the page before stays until it is there. */
export const securityEventsQuery = (page: number) =>
  queryOptions({
    queryKey: keys.securityEvents.page(page),
    queryFn: ({ signal }) => call(securityEventsEndpoints.listSecurityEvents, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
