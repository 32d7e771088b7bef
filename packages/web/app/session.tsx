import { endpoints, type User } from '@clearframe/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useLocation } from 'react-router';
import { call, closeSession, onSessionExpired, reopenSession } from './api.ts';
import { pageConnection } from './connection/page-connection.ts';
import { useReturn, useWatchedConnection } from './connection/use-connection.ts';
import { loginPath } from './next-path.ts';
import { createSessionStore, type SessionState, type SessionStore } from './session-store.ts';
import { LoadFault } from './ui/load-fault.tsx';
import { PageSpinner } from './ui/spinner.tsx';

/** Where a tab tells the others who is signed in: `<id of the user, or nothing> <ms since 1970>`. */
const TABS_KEY = 'clearframe-session';

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
  const queries = useQueryClient();
  const [store] = useState(() =>
    createSessionStore({
      cookies: () => document.cookie,
      fetchUser: async () => (await call(endpoints.me)).user,
      logout: () => call(endpoints.logout),
      reopen: reopenSession,
      close: closeSession,
      forget: () => queries.clear(),
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

const UserContext = createContext<User | null>(null);

/** The signed-in person; only inside RequireSession. */
export function useUser(): User {
  const user = use(UserContext);
  if (!user) throw new Error('RequireSession is missing around this component');
  return user;
}

/** Shows its children to a signed-in person; sends others to /login and remembers where they wanted to go (AUTH-12). */
export function RequireSession({ children }: { children: ReactNode }) {
  const { state, start } = useSession();
  const location = useLocation();
  useWatchedConnection();
  if (state.status === 'unknown') return <PageSpinner label="Checking your session" />;
  if (state.status === 'signed-in') return <UserContext value={state.user}>{children}</UserContext>;
  const wanted = `${location.pathname}${location.search}${location.hash}`;
  if (state.because === 'unreachable') return <SessionUnchecked onRetry={() => void start()} />;
  if (state.because === 'left') return <Navigate to="/login" replace />;
  return <Navigate to={loginPath(wanted)} replace state={{ from: wanted }} />;
}

/** There may well be a session. It is checked again on request, and by itself when the server answers again. */
function SessionUnchecked({ onRetry }: { onRetry: () => void }) {
  useEffect(() => pageConnection.doubt(), []);
  useReturn(onRetry);
  return (
    <main id="main" className="wait">
      <h1 className="sr">Clearframe</h1>
      <LoadFault title="Your session could not be checked" error={null} busy={false} onRetry={onRetry} />
    </main>
  );
}
