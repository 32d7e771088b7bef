import { deliveriesEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { type LogFilters, logSearch } from '../hooks/log-address.ts';

/** One page of what a hook was sent. The page before stays until it is there. */
export function deliveriesQuery(id: string, filters: LogFilters, page: number) {
  return queryOptions({
    queryKey: keys.deliveries.log(id, logSearch(filters, page)),
    queryFn: ({ signal }) => call(deliveriesEndpoints.listDeliveries, { params: { id }, query: { ...filters, page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One delivery with every attempt. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: keys.deliveries.one(id),
    queryFn: async ({ signal }) => (await call(deliveriesEndpoints.getDelivery, { params: { id }, signal })).delivery,
  });

/** Sends everything of one day again that was given up; gives how much that is. */
export function useResendFailed(webhookId: string, onDone: (events: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (day: string) =>
      (await call(deliveriesEndpoints.resendFailed, { params: { id: webhookId }, body: { day } })).events,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.deliveries.all }),
  });
}
