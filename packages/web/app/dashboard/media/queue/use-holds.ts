import { type Claim, claimsEndpoints, limits } from '@clearframe/contract';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../../../shared/api/api.ts';
import { endpointAddress } from '../../../shared/api/api-client.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useLive } from '../../shell/live/use-live.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { createHolds } from './holds.ts';

/** Those of this window. One page makes way for another, and what both want stays held. */
export const holds = createHolds({
  claim: async (media_id) => (await call(claimsEndpoints.claimItem, { body: { media_id } })).claim,
  renew: async (id) => (await call(claimsEndpoints.renewClaim, { params: { id } })).claim,
  // A page that is closed waits for no answer.
  release: (id) => {
    const address = endpointAddress(claimsEndpoints.releaseClaim, { params: { id } });
    fetch(address, { method: 'DELETE', credentials: 'same-origin', keepalive: true }).catch(() => undefined);
  },
  soon: (task) => void setTimeout(task, 0),
});

/** Holds items while the component is on the page, and renews the claims while somebody can see it. */
export function useHeld(mediaIds: readonly string[]): void {
  const wanted = mediaIds.join(' ');
  useEffect(() => {
    holds.want(wanted === '' ? [] : wanted.split(' '));
    return () => holds.want([]);
  }, [wanted]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') holds.refresh();
    };
    const timer = setInterval(look, limits.claimRenewMs);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('pageshow', look);
    window.addEventListener('pagehide', holds.leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
      window.removeEventListener('pagehide', holds.leave);
    };
  }, []);
}

/** Whether this window holds an item, so that others are told who looks at it. */
export const useIsHeld = (mediaId: string): boolean => useSyncExternalStore(holds.subscribe, () => holds.isHeld(mediaId));

const claimsQuery = queryOptions({
  queryKey: keys.claims,
  queryFn: async ({ signal }) => (await call(claimsEndpoints.listClaims, { signal })).claims,
});

/** Who else holds an item that this page wants to hold; null = nobody, as far as it knows. */
export function useHolder(mediaId: string): string | null {
  const isRefused = useSyncExternalStore(holds.subscribe, () => holds.isRefused(mediaId));
  const claims = useQuery({ ...claimsQuery, enabled: isRefused });
  useLive({
    onEvent: (event) => {
      if ('media_id' in event && event.type !== 'media.stage' && event.media_id === mediaId) holds.retry(mediaId);
    },
  });
  if (!isRefused || !claims.data) return null;
  return nameOf(claims.data.find(({ media_id }) => media_id === mediaId));
}

const nameOf = (claim: Claim | undefined): string => claim?.by.name || 'Somebody else';

/** Claims come and go in bursts while people walk through a queue. */
const GATHER_MS = 300;

/** The names of others by the item that they look at. */
export function useOthers(): ReadonlyMap<string, string> {
  const queries = useQueryClient();
  const me = useUser().id;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data = [] } = useQuery({
    ...claimsQuery,
    // A lease that runs out is told to nobody.
    refetchInterval: ({ state }) => (state.data?.some(({ by }) => by.id !== me) ? limits.claimRenewMs : false),
  });
  useLive({
    onEvent: (event) => {
      // A decision ends the claim of its item.
      const ends = event.type === 'media.updated' && data.some(({ media_id }) => media_id === event.media_id);
      if (event.type !== 'claim.updated' && !ends) return;
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void queries.invalidateQueries({ queryKey: keys.claims });
      }, GATHER_MS);
    },
    onReconnect: () => void queries.invalidateQueries({ queryKey: keys.claims }),
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return new Map(data.filter(({ by }) => by.id !== me).map((claim) => [claim.media_id, nameOf(claim)]));
}
