import { accountEndpoints, sessionsEndpoints } from '@clearframe/contract';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../api/api.ts';
import { closeSession, onSessionExpired, reopenSession } from '../api/session-refresh.ts';
import { forgetPerson } from './forget-person.ts';
import { createSessionStore, type SessionState, type SessionStore } from './session-store.ts';
import { TABS_KEY } from './tabs-key.ts';

function announce(userId: string | null): void {
  try {
    localStorage.setItem(TABS_KEY, `${userId ?? ''} ${Date.now()}`);
  } catch {
    // Without storage the other tabs learn it from their next call.
  }
}

const SessionContext = createContext<SessionStore | null>(null);
const notYetKnown: SessionState = { status: 'unknown' };

/** Holds who is signed in for the whole page, and checks it once at start. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() =>
    createSessionStore({
      cookies: () => document.cookie,
      fetchUser: async () => (await call(accountEndpoints.me)).user,
      logout: () => call(sessionsEndpoints.logout),
      reopen: reopenSession,
      close: closeSession,
      forget: forgetPerson,
      announce,
    }),
  );
  useEffect(() => {
    onSessionExpired(store.expire);
    void store.start();
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === TABS_KEY && newValue !== null) void store.heard(newValue.split(' ')[0] || null);
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

function useStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('SessionProvider is missing around this component');
  return store;
}

/** Who is signed in, and how to change it. */
export function useSession(): { state: SessionState } & Pick<SessionStore, 'start' | 'signIn' | 'change' | 'signOut'> {
  const store = useStore();
  const state = useSyncExternalStore(store.subscribe, store.get, () => notYetKnown);
  return { state, start: store.start, signIn: store.signIn, change: store.change, signOut: store.signOut };
}
