import { statementsEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** Whether statements are written, and in whose name. */
export const statementSettingsQuery = queryOptions({
  queryKey: keys.statementSettings,
  queryFn: async ({ signal }) => (await call(statementsEndpoints.statementSettings, { signal })).statement_settings,
});
