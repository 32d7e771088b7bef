import { sessionsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useSession } from '../../../shared/session/session.tsx';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';

/** Where the person is signed in, this browser first. */
export const devicesQuery = queryOptions({
  queryKey: keys.sessions,
  queryFn: async ({ signal }) => (await call(sessionsEndpoints.listSessions, { signal })).sessions,
});

function useRefreshed() {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: devicesQuery.queryKey });
    void queries.invalidateQueries({ queryKey: keys.securityEvents.all });
  };
}

/** Signs one other browser out. */
export function useEndDevice() {
  const confirmed = useConfirmed();
  const onSettled = useRefreshed();
  return useMutation({
    mutationFn: (id: string) => confirmed(() => call(sessionsEndpoints.endSession, { params: { id } })),
    onSettled,
  });
}

/** Signs every other browser out, or every one; then this page is left. */
export function useEndDevices() {
  const confirmed = useConfirmed();
  const { signOut } = useSession();
  const refreshed = useRefreshed();
  return useMutation({
    mutationFn: (which: 'others' | 'all') =>
      confirmed(() => call(which === 'all' ? sessionsEndpoints.endAllSessions : sessionsEndpoints.endOtherSessions)),
    onSuccess: (_, which) => (which === 'all' ? signOut() : refreshed()),
  });
}
