import { itemEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { isLeaving } from '../../shell/api/media-item-query.ts';
import { type Filters, searchOf } from '../address.ts';

/** What stands around an item in the list under those filters. */
export const rollQuery = (id: string, filters: Filters) =>
  queryOptions({
    queryKey: keys.media.roll(id, searchOf(filters)),
    queryFn: ({ signal }) => call(itemEndpoints.mediaRoll, { params: { id }, query: filters, signal }),
    enabled: () => !isLeaving(id),
    // An order that was read earlier is none to walk in.
    gcTime: 0,
  });
