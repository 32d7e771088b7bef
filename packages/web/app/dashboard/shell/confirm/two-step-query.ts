import { twoStepEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** What the person has beside a password. Invalidate keys.twoStep when an app or a passkey came or went. */
export const twoStepQuery = queryOptions({
  queryKey: keys.twoStep,
  queryFn: async ({ signal }) => (await call(twoStepEndpoints.twoStep, { signal })).two_step,
});
