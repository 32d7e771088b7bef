import { limits, messages } from '@clearframe/contract';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import vases from '../shared/assets/img/print-vases.webp';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { LinkButton } from '../shared/ui/button.tsx';
import styles from '../sign-in/account-frame.module.css';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { ResetForm } from '../sign-in/reset-form.tsx';
import { useResetLink } from '../sign-in/use-reset-link.ts';

export const meta = () =>
  pageMeta({
    title: 'Set a new password · Clearframe',
    description: 'Set a new password for your Clearframe account.',
    path: '/reset-password',
  });

/** AUTH-14: opened by the link of a mail. */
export default function ResetPassword() {
  const link = useResetLink();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<'none' | 'done' | 'refused'>('none');
  useEffect(() => {
    if (outcome !== 'done') return;
    const timer = setTimeout(() => void navigate('/login', { replace: true }), limits.resetRedirectMs);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <AccountFrame picture={vases} words="A fresh negative, the same archive." caption="Vases, cyanotype">
      {link.status === 'invalid' || outcome === 'refused' ? (
        <>
          <div>
            <h1>Invalid Reset Link</h1>
            <p className={`muted ${styles.under}`}>A link is good for 30 minutes and once, and only the newest one counts.</p>
          </div>
          <Banner kind="error" title={messages.resetLinkInvalid} />
          <LinkButton kind="primary" size="large" block to="/forgot-password">
            Request a new link
          </LinkButton>
        </>
      ) : (
        <>
          <div>
            <h1>Set a new password</h1>
            <p className={`muted ${styles.under}`}>
              {link.status === 'open' ? (
                <>
                  For <b className="strong">{link.link.email}</b>. All your devices will be signed out.
                </>
              ) : (
                'All your devices will be signed out.'
              )}
            </p>
          </div>
          {outcome === 'done' ? (
            <Banner kind="success" title="Your password has changed.">
              Taking you to the sign-in page…
            </Banner>
          ) : (
            <ResetForm
              link={link.status === 'open' ? link.link : null}
              onDone={() => setOutcome('done')}
              onInvalid={() => setOutcome('refused')}
            />
          )}
        </>
      )}
      <p>
        <Link className="link" to="/login">
          Back to sign in
        </Link>
      </p>
    </AccountFrame>
  );
}
