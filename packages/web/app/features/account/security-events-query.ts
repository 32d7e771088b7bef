import { endpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

export const securityEventsKey = ['security-events'] as const;

/** One page of the security log; the page before stays until it is there. */
export const securityEventsQuery = (page: number) =>
  queryOptions({
    queryKey: [...securityEventsKey, page],
    queryFn: ({ signal }) => call(endpoints.listSecurityEvents, { query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
