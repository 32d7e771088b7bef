import { accountSettingsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';

/** The new address that waits for its link, or null. */
export const emailChangeQuery = queryOptions({
  queryKey: keys.emailChange,
  queryFn: async ({ signal }) => (await call(accountSettingsEndpoints.emailChange, { signal })).email_change,
});

/** Voids the link that was mailed. */
export function useCancelEmailChange(onCancelled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(accountSettingsEndpoints.cancelEmailChange),
    onSuccess: () => {
      queries.setQueryData(emailChangeQuery.queryKey, null);
      onCancelled();
    },
  });
}
