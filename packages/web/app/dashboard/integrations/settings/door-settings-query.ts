import { doorsEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** How the doors of the account answer. */
export const doorSettingsQuery = queryOptions({
  queryKey: keys.doorSettings,
  queryFn: async ({ signal }) => (await call(doorsEndpoints.readDoorSettings, { signal })).door_settings,
});
