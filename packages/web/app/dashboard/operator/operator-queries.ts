import { operatorEndpoints } from '@clearframe/contract';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/api.ts';

/** Few people open the console, so its keys are not among those that every page loads (`shared/api/keys.ts`). */
const keys = {
  all: ['operator'] as const,
  health: ['operator', 'health'] as const,
  failures: ['operator', 'failures'] as const,
  errors: ['operator', 'errors'] as const,
  accounts: (search: string, page: number) => ['operator', 'accounts', search, page] as const,
  holds: ['operator', 'holds'] as const,
  quarantine: ['operator', 'quarantine'] as const,
  log: ['operator', 'log'] as const,
};

/** A page that stays open keeps up with the installation. */
const refetchInterval = 15_000;

export const healthQuery = queryOptions({
  queryKey: keys.health,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorHealth, { signal })).health,
  refetchInterval,
});

export const failuresQuery = queryOptions({
  queryKey: keys.failures,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorFailures, { signal })).failures,
  refetchInterval,
});

export const errorsQuery = queryOptions({
  queryKey: keys.errors,
  queryFn: ({ signal }) => call(operatorEndpoints.operatorErrors, { signal }),
  refetchInterval,
});

export const accountsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: keys.accounts(search, page),
    queryFn: ({ signal }) => call(operatorEndpoints.operatorAccounts, { query: { search, page }, signal }),
    placeholderData: keepPreviousData,
  });

export const holdsQuery = queryOptions({
  queryKey: keys.holds,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorHolds, { signal })).holds,
});

export const quarantineQuery = queryOptions({
  queryKey: keys.quarantine,
  queryFn: ({ signal }) => call(operatorEndpoints.operatorQuarantine, { signal }),
});

export const logQuery = queryOptions({
  queryKey: keys.log,
  queryFn: async ({ signal }) => (await call(operatorEndpoints.operatorLog, { query: { page: 1 }, signal })).operator_log,
});

/** Reads everything of the console again: an act shows in its own list and in the log. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.all });
}
