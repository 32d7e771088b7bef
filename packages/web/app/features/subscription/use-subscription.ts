import { endpoints, messages } from '@clearframe/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api.ts';
import { errorMessage } from '../../error-message.ts';
import { newIdempotencyKey } from '../../idempotency-key.ts';
import { usageQuery } from '../../queries.ts';

/** The catalogue; it changes only with the server's version. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(endpoints.listPlans, { signal })).plans,
  staleTime: 3_600_000,
});

export type Notice = { kind: 'success' | 'error'; title: string; help?: string };

/** Everything that the subscription page shows and does. */
export function useSubscription() {
  const queries = useQueryClient();
  const usage = useQuery(usageQuery);
  const plans = useQuery(plansQuery);
  const [notice, setNotice] = useState<Notice | null>(null);

  const refresh = useMutation({
    mutationFn: () => Promise.all([usage.refetch({ throwOnError: true }), plans.refetch({ throwOnError: true })]),
    onSuccess: () => setNotice({ kind: 'success', title: messages.refreshed }),
    onError: () => setNotice({ kind: 'error', title: messages.refreshFailed }),
  });

  const subscribe = useMutation({
    mutationFn: (planId: string) =>
      call(endpoints.subscribe, { body: { plan_id: planId }, headers: { 'Idempotency-Key': newIdempotencyKey() } }),
    onSuccess: () => setNotice({ kind: 'success', title: messages.freeTrialActivated }),
    onError: (error) => setNotice({ kind: 'error', title: errorMessage(error, messages.anErrorOccurred) }),
    // Also after a refusal: it says that what is shown here is old.
    onSettled: () => queries.invalidateQueries({ queryKey: usageQuery.queryKey }),
  });

  return { usage, plans, notice, dismiss: () => setNotice(null), refresh, subscribe };
}
