import { messages, roleWords } from '@clearframe/contract';
import { useState } from 'react';
import sail from '../shared/assets/img/print-sail.webp';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { Button, LinkButton } from '../shared/ui/button.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import { Time } from '../shared/ui/time.tsx';
import styles from '../sign-in/account-frame.module.css';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { Answer } from '../sign-in/invitation/answer.tsx';
import { type InvitationState, useInvitation } from '../sign-in/invitation/use-invitation.ts';

export const meta = () =>
  pageMeta({ title: 'Your invitation · Clearframe', description: 'Join a team on Clearframe.', path: '/invite' });

/** Opened by the link of an invitation's mail. */
export default function Invite() {
  const { state, reload, end } = useInvitation();
  const [declined, setDeclined] = useState(false);
  return (
    <AccountFrame picture={sail} words="Two pairs of eyes on the same frame." caption="Sail, cyanotype">
      {declined ? (
        <>
          <div>
            <h1>Invitation declined</h1>
            <p className={`muted ${styles.under}`}>Nothing was changed, and the link no longer works.</p>
          </div>
          <LinkButton size="large" block to="/">
            Go to the start page
          </LinkButton>
        </>
      ) : (
        <Opened state={state} onReload={reload} onGone={end} onDeclined={() => setDeclined(true)} />
      )}
    </AccountFrame>
  );
}

type OpenedProps = { state: InvitationState; onReload: () => void; onGone: () => void; onDeclined: () => void };

function Opened({ state, onReload, onGone, onDeclined }: OpenedProps) {
  if (state.status === 'gone') {
    return (
      <>
        <div>
          <h1>Invalid invitation</h1>
          <p className={`muted ${styles.under}`}>
            A link is good for seven days and once, and only the newest one counts. Please ask for a new one.
          </p>
        </div>
        <LinkButton kind="primary" size="large" block to="/dashboard">
          Open the dashboard
        </LinkButton>
      </>
    );
  }
  if (state.status !== 'open') {
    return (
      <>
        <h1>Your invitation</h1>
        {state.status === 'failed' ? (
          <Banner
            kind="error"
            title={messages.anErrorOccurred}
            action={
              <Button size="small" onClick={onReload}>
                Try again
              </Button>
            }
          >
            {state.message}
          </Banner>
        ) : (
          <p className="row" role="status">
            <Spinner />
            Opening your invitation…
          </p>
        )}
      </>
    );
  }
  const { invitation, token } = state;
  const { name, may } = roleWords[invitation.role];
  return (
    <>
      <div>
        <h1>
          Join <bdi>{invitation.account_name}</bdi>
        </h1>
        <p className={`muted ${styles.under}`}>
          {invitation.invited_by ? (
            <>
              <b className="strong">
                <bdi>{invitation.invited_by}</bdi>
              </b>{' '}
              invites
            </>
          ) : (
            'You are invited:'
          )}{' '}
          <b className="strong">{invitation.email}</b> as a {name.toLowerCase()}. {may}. Valid until{' '}
          <Time at={invitation.expires_at} as="date" />.
        </p>
      </div>
      <Answer token={token} invitation={invitation} onGone={onGone} onDeclined={onDeclined} />
    </>
  );
}
