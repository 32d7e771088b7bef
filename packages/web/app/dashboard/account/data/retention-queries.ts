import { type Retention, retentionEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';

/** For how many days the account keeps what. */
export const retentionQuery = queryOptions({
  queryKey: keys.retention,
  queryFn: async ({ signal }) => (await call(retentionEndpoints.readRetention, { signal })).retention,
});

/** Counts what would go now by these days. */
export const previewRetention = (body: Retention) => call(retentionEndpoints.previewRetention, { body });

/** Saves all days, after a proof of who asks. */
export function useSaveRetention(onDone: () => void) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  return useMutation({
    mutationFn: async (body: Retention) => (await confirmed(() => call(retentionEndpoints.saveRetention, { body }))).retention,
    onSuccess: (saved) => {
      queries.setQueryData(retentionQuery.queryKey, saved);
      onDone();
    },
  });
}
