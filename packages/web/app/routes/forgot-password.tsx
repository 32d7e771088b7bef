import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import tower from '../shared/assets/img/print-tower.webp';
import { OutboxHint } from '../shared/form/outbox-hint.tsx';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { Button } from '../shared/ui/button.tsx';
import styles from '../sign-in/account-frame.module.css';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { ForgotForm } from '../sign-in/forgot-form.tsx';

export const meta = () =>
  pageMeta({
    title: 'Forgot your password? · Clearframe',
    description: 'Have a link mailed that sets a new Clearframe password.',
    path: '/forgot-password',
  });

/** AUTH-13: the answer is the same whether there is such an account or not. */
export default function ForgotPassword() {
  const location = useLocation();
  const [sent, setSent] = useState(false);
  return (
    <AccountFrame picture={tower} words="A way back in, by mail." caption="Tower, cyanotype">
      <div>
        <h1>Forgot your password?</h1>
        <p className={`muted ${styles.under}`}>
          {sent ? 'Nothing after a few minutes? Look in spam, or send another.' : 'We mail you a link that sets a new one.'}
        </p>
      </div>
      {sent ? (
        <>
          <Banner kind="success" title={messages.resetMailed} />
          <Button size="large" block onClick={() => setSent(false)}>
            Send another
          </Button>
          <OutboxHint />
        </>
      ) : (
        <ForgotForm onSent={() => setSent(true)} />
      )}
      <p>
        <Link className="link" to="/login" state={location.state}>
          Back to sign in
        </Link>
      </p>
    </AccountFrame>
  );
}
