import { twoStepEndpoints } from '@clearframe/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api.ts';

/** What the person has beside a password. Invalidate ['two-step'] when an app or a passkey came or went. */
export const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await call(twoStepEndpoints.twoStep, { signal })).two_step,
});
