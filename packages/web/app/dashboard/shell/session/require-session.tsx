import type { User } from '@clearframe/contract';
import { createContext, type ReactNode, use, useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pageConnection } from '../../../shared/connection/page-connection.ts';
import { loginPath } from '../../../shared/session/next-path.ts';
import { useSession } from '../../../shared/session/session.tsx';
import styles from '../../../shared/ui/spinner.module.css';
import { PageSpinner } from '../../../shared/ui/spinner.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { useReturn, useWatchedConnection } from '../connection/use-connection.ts';

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
  if (state.status === 'unknown') return <PageSpinner label="Checking your session" of="dashboard" />;
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
    <main id="main" className={styles.wait} data-slot="spinner-wait">
      <h1 className="visually-hidden">Clearframe</h1>
      <LoadFault title="Could not check your session" query={{ error: null, isFetching: false, refetch: onRetry }} />
    </main>
  );
}
