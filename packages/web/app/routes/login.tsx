import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import dunes from '../shared/assets/img/print-dunes.webp';
import { pageMeta } from '../shared/page/page-meta.ts';
import { afterSignIn, wayBack } from '../shared/session/next-path.ts';
import { useSession } from '../shared/session/session.tsx';
import { Banner } from '../shared/ui/banner.tsx';
import styles from '../sign-in/account-frame.module.css';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { LoginForm } from '../sign-in/login-form.tsx';
import { PasskeyButton } from '../sign-in/passkey-button.tsx';
import { SecondStepForm } from '../sign-in/second-step-form.tsx';

export const meta = () => pageMeta({ title: 'Sign in · Clearframe', description: 'Sign in to Clearframe.', path: '/login' });

/** `second` = the password was right and a second step is asked for. */
type Step = { name: 'first'; because: string | null } | { name: 'second' };

export default function Login() {
  const { state } = useSession();
  const location = useLocation();
  const [step, setStep] = useState<Step>({ name: 'first', because: null });
  if (state.status === 'signed-in') return <Navigate to={afterSignIn(location.state, location.search)} replace />;
  return (
    <AccountFrame picture={dunes} words="Look once, carefully. Then move on." caption="Dunes, cyanotype">
      {step.name === 'second' ? (
        <>
          <div>
            <h1>Second step</h1>
            <p className={`muted ${styles.under}`}>Your password was right. Now show that it is you.</p>
          </div>
          <SecondStepForm onBack={(because) => setStep({ name: 'first', because })} />
        </>
      ) : (
        <>
          <div>
            <h1>Sign in</h1>
            <p className={`muted ${styles.under}`}>
              New to Clearframe?{' '}
              <Link className="link" to="/register" state={wayBack(location)}>
                Create an account
              </Link>
            </p>
          </div>
          {state.status === 'signed-out' && state.because === 'expired' ? (
            <Banner kind="warning" title={messages.sessionExpired} />
          ) : null}
          {step.because ? <Banner kind="warning" title={step.because} /> : null}
          <LoginForm onSecondStep={() => setStep({ name: 'second' })} />
          <PasskeyButton />
        </>
      )}
    </AccountFrame>
  );
}
