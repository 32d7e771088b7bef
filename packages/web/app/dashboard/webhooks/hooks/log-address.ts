import { DeliveriesQuery, type DeliveryFilter } from '@clearframe/contract';

/** What the log is narrowed by. It lives in the address, so that a link, Back and a reload show the same. */
export type LogFilters = { status?: DeliveryFilter; day?: string };

/** The filters of an address; a value that is none is left out. */
export function logFiltersOf(search: URLSearchParams): LogFilters {
  const filters: LogFilters = {};
  const status = DeliveriesQuery.shape.status.safeParse(search.get('status') ?? undefined).data;
  const day = DeliveriesQuery.shape.day.safeParse(search.get('day') ?? undefined).data;
  if (status !== undefined) filters.status = status;
  if (day !== undefined) filters.day = day;
  return filters;
}

/** "?status=failed&page=2"; what says nothing is left out. */
export function logSearch({ status, day }: LogFilters, page = 1): string {
  const search = new URLSearchParams();
  if (status !== undefined) search.set('status', status);
  if (day !== undefined) search.set('day', day);
  if (page > 1) search.set('page', String(page));
  return search.size === 0 ? '' : `?${search}`;
}

/** The log of one hook. */
export const logAddress = (webhookId: string, filters: LogFilters = {}, page = 1): string =>
  `/dashboard/webhooks/${webhookId}${logSearch(filters, page)}`;
