import { useEffect, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import ridge from '../shared/assets/img/print-ridge.webp';
import { pageMeta } from '../shared/page/page-meta.ts';
import { afterSignIn, wayBack } from '../shared/session/next-path.ts';
import { useSession } from '../shared/session/session.tsx';
import { Banner } from '../shared/ui/banner.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import { AccountForm, type Applicant } from '../sign-in/account-form.tsx';
import styles from '../sign-in/account-frame.module.css';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { readPending, writePending } from '../sign-in/pending-registration.ts';
import { RegisterSteps } from '../sign-in/register-steps.tsx';
import { useVerifyLink } from '../sign-in/use-verify-link.ts';
import { VerifyForm } from '../sign-in/verify-form.tsx';

export const meta = () =>
  pageMeta({ title: 'Create an account · Clearframe', description: 'Create a Clearframe account.', path: '/register' });

export default function Register() {
  const { state } = useSession();
  const location = useLocation();
  const link = useVerifyLink();
  const [applicant, setApplicant] = useState<Applicant>({ name: '', email: '' });
  const [step, setStep] = useState<'account' | 'verify'>('account');

  useEffect(() => {
    const email = readPending();
    if (email === null) return;
    setApplicant((current) => ({ ...current, email }));
    setStep('verify');
  }, []);
  useEffect(() => {
    if (state.status === 'signed-in') writePending(null);
  }, [state.status]);

  if (state.status === 'signed-in') return <Navigate to={afterSignIn(location.state, location.search)} replace />;

  const onSent = (sent: Applicant) => {
    writePending(sent.email);
    setApplicant(sent);
    setStep('verify');
  };
  const changeAddress = () => {
    writePending(null);
    setStep('account');
  };

  return (
    <AccountFrame tall picture={ridge} words="Fifteen frames are waiting on the table." caption="Ridge, first light, cyanotype">
      <RegisterSteps current={step} />
      {link.status === 'verifying' ? (
        <p className="row" role="status">
          <Spinner />
          Verifying your email…
        </p>
      ) : null}
      {link.status === 'failed' ? (
        <Banner kind="error" title={link.message}>
          The 5-digit code of the same mail works on the page where you registered.
        </Banner>
      ) : null}
      {step === 'account' ? (
        <>
          <div>
            <h1>Create an account</h1>
            <p className={`muted ${styles.under}`}>
              Already registered?{' '}
              <Link className="link" to="/login" state={wayBack(location)}>
                Sign in
              </Link>
            </p>
          </div>
          <AccountForm start={applicant} onSent={onSent} />
          {/* In a tab of their own: what was typed would be gone. */}
          <p className="muted">
            Read the{' '}
            <Link className="link" to="/terms" target="_blank">
              terms
            </Link>{' '}
            and the{' '}
            <Link className="link" to="/privacy" target="_blank">
              privacy page
            </Link>{' '}
            first. They open in a new tab.
          </p>
        </>
      ) : (
        <>
          <div>
            <h1>Check your email</h1>
            <p className={`muted ${styles.under}`}>
              We sent a 5-digit code to <b className="strong">{applicant.email}</b>.{' '}
              <button className="link" type="button" onClick={changeAddress}>
                Change address
              </button>
            </p>
          </div>
          <VerifyForm />
        </>
      )}
    </AccountFrame>
  );
}
