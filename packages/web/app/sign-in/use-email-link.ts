import { accountSettingsEndpoints, messages } from '@clearframe/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../shared/api/api.ts';
import { errorMessage } from '../shared/api/error-message.ts';
import { useSession } from '../shared/session/session.tsx';

export type EmailLink =
  | { status: 'working' }
  /** The link stays good: it is opened again after the sign-in. */
  | { status: 'signed-out' }
  | { status: 'changed'; email: string }
  | { status: 'failed'; message: string };

/** Follows the link of the mail, `/confirm-email?token=…`, once, and takes the token out of the address bar. */
export function useEmailLink(): EmailLink {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { state, change } = useSession();
  const [link, setLink] = useState<EmailLink>({ status: 'working' });
  const used = useRef(false);
  useEffect(() => {
    if (state.status === 'unknown' || used.current) return;
    if (state.status === 'signed-out') return setLink({ status: 'signed-out' });
    used.current = true;
    const token = new URLSearchParams(search).get('token') ?? '';
    void navigate('/confirm-email', { replace: true });
    setLink({ status: 'working' });
    call(accountSettingsEndpoints.confirmEmail, { body: { token } }).then(
      ({ user }) => {
        change(user);
        setLink({ status: 'changed', email: user.email });
      },
      (error: unknown) => setLink({ status: 'failed', message: errorMessage(error, messages.anErrorOccurred) }),
    );
  }, [search, navigate, state.status, change]);
  return link;
}
