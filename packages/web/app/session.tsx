import { endpoints, type User } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { call, closeSession, onSessionExpired, reopenSession } from './api.ts';
import { loginPath } from './next-path.ts';
import { createSessionStore, type SessionState, type SessionStore } from './session-store.ts';
import { PageSpinner } from './ui/spinner.tsx';

const SessionContext = createContext<SessionStore | null>(null);
const notYetKnown: SessionState = { status: 'unknown' };

/** Holds who is signed in for the whole page, and checks it once at start. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [store] = useState(() =>
    createSessionStore({
      cookies: () => document.cookie,
      fetchUser: async () => (await call(endpoints.me)).user,
      logout: () => call(endpoints.logout),
      reopen: reopenSession,
      close: closeSession,
      forget: () => queries.clear(),
    }),
  );
  useEffect(() => {
    onSessionExpired(store.expire);
    void store.start();
  }, [store]);
  return <SessionContext value={store}>{children}</SessionContext>;
}

function useStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('SessionProvider is missing around this component');
  return store;
}

/** Who is signed in, and how to change it. */
export function useSession(): { state: SessionState } & Pick<SessionStore, 'signIn' | 'change' | 'signOut'> {
  const store = useStore();
  const state = useSyncExternalStore(store.subscribe, store.get, () => notYetKnown);
  return { state, signIn: store.signIn, change: store.change, signOut: store.signOut };
}

const UserContext = createContext<User | null>(null);

/** The signed-in person; only inside RequireSession. */
export function useUser(): User {
  const user = use(UserContext);
  if (!user) throw new Error('RequireSession is missing around this component');
  return user;
}

/** Shows its children to a signed-in person; sends others to /login and remembers where they wanted to go (AUTH-12). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { state } = useSession();
  const location = useLocation();
  if (state.status === 'unknown') return <PageSpinner label="Checking your session" />;
  if (state.status === 'signed-in') return <UserContext value={state.user}>{children}</UserContext>;
  const wanted = `${location.pathname}${location.search}${location.hash}`;
  if (state.because === 'left') return <Navigate to="/login" replace />;
  return <Navigate to={loginPath(wanted)} replace state={{ from: wanted }} />;
}
