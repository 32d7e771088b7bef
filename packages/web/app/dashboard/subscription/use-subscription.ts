import { messages, paymentMessages, subscriptionFetchFailed, subscriptionsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { newIdempotencyKey } from '../shell/api/idempotency-key.ts';
import { usageQuery } from '../shell/api/usage-query.ts';
import { type Notice, reloadAfterMs, usePayment } from './use-payment.ts';

/** The catalogue and how payments are opened; it changes only with the server's version. */
const plansQuery = queryOptions({
  queryKey: keys.plans,
  queryFn: ({ signal }) => call(subscriptionsEndpoints.listPlans, { signal }),
  staleTime: 3_600_000,
});

/** What somebody is told who comes back from a provider's page (SUB-09). */
const returned: Record<string, Notice> = {
  success: { kind: 'success', title: paymentMessages.paymentCompleted },
  cancelled: { kind: 'error', title: paymentMessages.paymentCancelled },
};

/** Everything that the subscription page shows and does. */
export function useSubscription() {
  const queries = useQueryClient();
  const usage = useQuery(usageQuery);
  const plans = useQuery(plansQuery);
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') ?? '';
  const [notice, setNotice] = useState<Notice | null>(returned[status] ?? null);
  const { order, isOpening } = usePayment(plans.data?.payment ?? null, setNotice);

  useEffect(() => {
    if (status !== 'success') return;
    const reload = () => queries.invalidateQueries({ queryKey: usageQuery.queryKey });
    const timers = reloadAfterMs.subscribe.map((ms) => setTimeout(reload, ms));
    return () => timers.forEach(clearTimeout);
  }, [status, queries]);

  const refresh = useMutation({
    mutationFn: () => Promise.all([usage.refetch({ throwOnError: true }), plans.refetch({ throwOnError: true })]),
    onSuccess: () => setNotice({ kind: 'success', title: paymentMessages.refreshed }),
    onError: () => setNotice({ kind: 'error', title: paymentMessages.refreshFailed }),
  });

  const cancel = useMutation({
    mutationFn: () => call(subscriptionsEndpoints.cancelSubscription, { headers: { 'Idempotency-Key': newIdempotencyKey() } }),
    onSuccess: () => setNotice({ kind: 'success', title: paymentMessages.cancelled }),
    onError: (error) => setNotice({ kind: 'error', title: errorMessage(error, paymentMessages.cancelFailed) }),
    onSettled: () => queries.invalidateQueries({ queryKey: usageQuery.queryKey }),
  });

  const dismiss = () => {
    setNotice(null);
    if (search.has('status')) setSearch({}, { replace: true });
  };
  const fault = usage.error ?? plans.error;
  const reason = fault ? errorMessage(fault, '') : '';
  const loadFault =
    reason === '' || reason === messages.requestFailed ? messages.subscriptionLoadFailed : subscriptionFetchFailed(reason);
  return { usage, plans, notice, dismiss, refresh, order, isOpening, cancel, loadFault };
}
