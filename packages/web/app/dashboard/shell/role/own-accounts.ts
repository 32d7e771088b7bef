import { accountEndpoints, type OwnAccount } from '@clearframe/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { readAgain } from '../live/read-again.ts';
import { useLive } from '../live/use-live.ts';

/** The accounts that the signed-in person belongs to, with their role in each. */
export const ownAccountsQuery = queryOptions({
  queryKey: keys.ownAccounts,
  queryFn: async ({ signal }) => (await call(accountEndpoints.myAccounts, { signal })).accounts,
});

/** The account that this session looks at; undefined until it is known. */
export function useCurrentAccount(): OwnAccount | undefined {
  return useQuery(ownAccountsQuery).data?.find((account) => account.is_current);
}

/** Keeps roles and people fresh: what an owner decides holds on every page that is open. */
export function useTeamRefresh(): void {
  const queries = useQueryClient();
  const refresh = () => {
    readAgain(queries, ownAccountsQuery.queryKey);
    readAgain(queries, keys.team);
  };
  useLive({
    onEvent: ({ type }) => {
      if (type === 'team.updated') refresh();
    },
    onReconnect: refresh,
  });
}

/**
 * Starts anew when the session looks at another account, also where another tab switched: nothing that was fetched for the one
 * may be shown in the other, and the live stream belongs to one account.
 */
export function useAccountChange(): void {
  const current = useCurrentAccount()?.id;
  const started = useRef<string>(undefined);
  useEffect(() => {
    if (current === undefined) return;
    started.current ??= current;
    if (started.current !== current) window.location.assign('/dashboard');
  }, [current]);
}
