import { type InvitationView, messages, teamEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useState } from 'react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { useSession } from '../../shared/session/session.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { InvitedForm } from './invited-form.tsx';

type AnswerProps = { token: string; invitation: InvitationView; onGone: () => void; onDeclined: () => void };

/** The page starts anew in the account that was joined: nothing of another one stays in memory. */
const openDashboard = () => window.location.assign('/dashboard');

/** Yes or no, by whoever is in front of the page: the invited person signed in, somebody else, or nobody yet. */
export function Answer({ token, invitation, onGone, onDeclined }: AnswerProps) {
  const { state, signOut } = useSession();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const run = async (what: 'accept' | 'decline', work: () => Promise<unknown>, onDone: () => void) => {
    setBusy(what);
    setFault(null);
    try {
      await work();
      onDone();
    } catch (error) {
      if (error instanceof ClearframeError && error.status === 404) onGone();
      else setFault(errorMessage(error, messages.anErrorOccurred));
    } finally {
      setBusy(null);
    }
  };
  const accept = () => run('accept', () => call(teamEndpoints.acceptInvitation, { body: { token } }), openDashboard);
  const decline = () => run('decline', () => call(teamEndpoints.declineInvitation, { body: { token } }), onDeclined);
  if (state.status === 'unknown') {
    return (
      <p className="row" role="status">
        <Spinner />
        Checking your session…
      </p>
    );
  }
  const isOther = state.status === 'signed-in' && state.user.email.toLowerCase() !== invitation.email.toLowerCase();
  if (isOther) {
    return (
      <>
        <Banner kind="info" title={`This invitation is for ${invitation.email}`}>
          You are signed in as {state.user.email}. Sign out to answer it.
        </Banner>
        <Button size="large" block onClick={() => void signOut()}>
          Sign out
        </Button>
      </>
    );
  }
  return (
    <>
      {fault ? <Banner kind="error" title={fault} /> : null}
      {state.status === 'signed-in' ? (
        <Button kind="primary" size="large" block busy={busy === 'accept'} onClick={() => void accept()}>
          Accept
        </Button>
      ) : null}
      {state.status === 'signed-out' && invitation.has_account ? (
        <LinkButton kind="primary" size="large" block to="/login" state={{ from: `/invite?token=${token}` }}>
          Sign in to accept
        </LinkButton>
      ) : null}
      {state.status === 'signed-out' && !invitation.has_account ? (
        <InvitedForm token={token} invitation={invitation} onJoined={openDashboard} />
      ) : null}
      <Button kind="ghost" block busy={busy === 'decline'} onClick={() => void decline()}>
        Decline
      </Button>
    </>
  );
}
