import { useLocation } from 'react-router';
import sail from '../shared/assets/img/print-sail.webp';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { LinkButton } from '../shared/ui/button.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { useEmailLink } from '../sign-in/use-email-link.ts';

export const meta = () =>
  pageMeta({
    title: 'Confirm your address · Clearframe',
    description: 'Confirm the new address of your Clearframe account.',
    path: '/confirm-email',
  });

/** Opened by the link of the mail that a new address gets. */
export default function ConfirmEmail() {
  const link = useEmailLink();
  const { pathname, search } = useLocation();
  return (
    <AccountFrame picture={sail} words="The same hand, a new address." caption="Sail, cyanotype">
      <h1>Confirm your address</h1>
      {link.status === 'working' ? (
        <p className="row" role="status">
          <Spinner />
          Confirming your address…
        </p>
      ) : null}
      {link.status === 'signed-out' ? (
        <>
          <Banner kind="warning" title="Please sign in first">
            The link works in a browser where you are signed in. Sign in, and it goes on by itself.
          </Banner>
          <LinkButton kind="primary" size="large" block to="/login" state={{ from: `${pathname}${search}` }}>
            Sign in
          </LinkButton>
        </>
      ) : null}
      {link.status === 'changed' ? (
        <Banner kind="success" title="Email address changed">
          You sign in with {link.email} from now on. All other devices are signed out.
        </Banner>
      ) : null}
      {link.status === 'failed' ? <Banner kind="error" title={link.message} /> : null}
      {link.status === 'changed' || link.status === 'failed' ? (
        <LinkButton kind="primary" size="large" block to="/dashboard/account">
          Go to your account
        </LinkButton>
      ) : null}
    </AccountFrame>
  );
}
