import { messages } from '@clearframe/contract';
import { Link, Navigate, useLocation } from 'react-router';
import { AccountFrame } from '../account/account-frame.tsx';
import { LoginForm } from '../account/login-form.tsx';
import dunes from '../assets/img/print-dunes.webp';
import { afterSignIn } from '../next-path.ts';
import { pageMeta } from '../page-meta.ts';
import { useSession } from '../session.tsx';
import { Banner } from '../ui/banner.tsx';

export const meta = () => pageMeta({ title: 'Sign in · Clearframe', description: 'Sign in to Clearframe.', path: '/login' });

export default function Login() {
  const { state } = useSession();
  const location = useLocation();
  if (state.status === 'signed-in') return <Navigate to={afterSignIn(location.state, location.search)} replace />;
  return (
    <AccountFrame picture={dunes} words="Look once, carefully. Then move on." caption="Dunes, cyanotype">
      <div>
        <h1>Sign in</h1>
        <p className="muted under">
          New to Clearframe?{' '}
          <Link className="link" to="/register" state={location.state}>
            Create an account
          </Link>
        </p>
      </div>
      {state.status === 'signed-out' && state.because === 'expired' ? (
        <Banner kind="warning" title={messages.sessionExpired} />
      ) : null}
      <LoginForm />
    </AccountFrame>
  );
}
