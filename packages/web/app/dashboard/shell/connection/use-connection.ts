import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ConnectionState } from '../../../shared/connection/connection.ts';
import { pageConnection } from '../../../shared/connection/page-connection.ts';

/** Whether the server can be reached. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(pageConnection.subscribe, pageConnection.get, () => 'connected');
}

/** Runs each time the connection is back after a break. */
export function useReturn(run: () => void): void {
  const onReturn = useEffectEvent(run);
  useEffect(() => {
    let before = pageConnection.get();
    return pageConnection.subscribe(() => {
      const now = pageConnection.get();
      if (now === 'connected' && before !== 'connected') onReturn();
      before = now;
    });
  }, []);
}

/**
 * Watches the connection while the component is on the page. Queries wait as long as there is none and what was fetched stays on the
 * screen; then everything is fetched again, because the events in between were missed.
 */
export function useWatchedConnection(): void {
  const queries = useQueryClient();
  useReturn(() => void queries.invalidateQueries());
  useEffect(() => {
    // The library listens to the browser by itself, which knows networks and no servers.
    onlineManager.setEventListener(() => undefined);
    const hear = () => pageConnection.setNetwork(navigator.onLine);
    const unsubscribe = pageConnection.subscribe(() => onlineManager.setOnline(pageConnection.get() === 'connected'));
    window.addEventListener('online', hear);
    window.addEventListener('offline', hear);
    hear();
    return () => {
      unsubscribe();
      window.removeEventListener('online', hear);
      window.removeEventListener('offline', hear);
      pageConnection.stop();
      // Public pages say by themselves what failed, so nothing waits there.
      onlineManager.setOnline(true);
    };
  }, []);
}
