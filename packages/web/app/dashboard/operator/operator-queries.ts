import { operatorEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';

/** A page that stays open keeps up with the installation. */
const refetchInterval = 15_000;

export const healthQuery = queryOptions({
  queryKey: keys.operator.health,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorHealth, { signal })).health,
  refetchInterval,
});

export const failuresQuery = queryOptions({
  queryKey: keys.operator.failures,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorFailures, { signal })).failures,
  refetchInterval,
});

export const accountsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: keys.operator.accounts(search, page),
    queryFn: ({ signal }) => call(operatorEndpoints.operatorAccounts, { query: { search, page }, signal }),
    placeholderData: keepPreviousData,
  });

export const holdsQuery = queryOptions({
  queryKey: keys.operator.holds,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorHolds, { signal })).holds,
});

export const logQuery = queryOptions({
  queryKey: keys.operator.log,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorLog, { query: { page: 1 }, signal })).operator_log,
});

/** Reads everything of the console again: an act shows in its own list and in the log. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.operator.all });
}
