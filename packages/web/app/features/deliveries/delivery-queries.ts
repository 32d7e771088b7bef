import { endpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api.ts';
import { type LogFilters, logSearch } from './log-address.ts';

/** Everything under it is read again with each live event about a delivery. */
const key = 'deliveries';

/** One page of what a hook was sent. The page before stays until it is there. */
export function deliveriesQuery(id: string, filters: LogFilters, page: number) {
  return queryOptions({
    queryKey: [key, 'log', id, logSearch(filters, page)],
    queryFn: ({ signal }) => call(endpoints.listDeliveries, { params: { id }, query: { ...filters, page }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One delivery with every attempt. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: async ({ signal }) => (await call(endpoints.getDelivery, { params: { id }, signal })).delivery,
  });

/** The attempts at telling hooks of one item; read again with the item. */
export const mediaDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['media', 'deliveries', id],
    queryFn: async ({ signal }) => (await call(endpoints.listMediaDeliveries, { params: { id }, signal })).deliveries,
  });

/** Sends one event again. */
export function useResend(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await call(endpoints.resendDelivery, { params: { id } })).delivery,
    onSuccess: onDone,
    // Also after a refusal: then the page shows something that is no longer so.
    onSettled: () => queries.invalidateQueries({ queryKey: [key] }),
  });
}

/** Sends everything of one day again that was given up; gives how much that is. */
export function useResendFailed(webhookId: string, onDone: (events: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (day: string) => (await call(endpoints.resendFailed, { params: { id: webhookId }, body: { day } })).events,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: [key] }),
  });
}
