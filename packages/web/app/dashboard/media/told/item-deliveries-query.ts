import { deliveriesEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** The attempts at telling hooks of one item; read again with the item. */
export const itemDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: keys.media.deliveries(id),
    queryFn: async ({ signal }) => (await call(deliveriesEndpoints.listMediaDeliveries, { params: { id }, signal })).deliveries,
  });
