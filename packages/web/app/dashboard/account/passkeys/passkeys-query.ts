import { endpoints } from '@clearframe/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { twoStepQuery } from '../../shell/confirm/two-step-query.ts';

/** The person's passkeys, oldest first. */
export const passkeysQuery = queryOptions({
  queryKey: keys.passkeys,
  queryFn: async ({ signal }) => (await call(endpoints.listPasskeys, { signal })).passkeys,
});

/** Reads again what a passkey that came or went changes. */
export function useRefreshPasskeys(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const { queryKey } of [passkeysQuery, twoStepQuery]) void queries.invalidateQueries({ queryKey });
  };
}
