import { authEndpoints, messages } from '@clearframe/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../shared/api/api.ts';
import { errorMessage } from '../shared/api/error-message.ts';
import { useSession } from '../shared/session/session.tsx';

export type VerifyLink = { status: 'none' } | { status: 'verifying' } | { status: 'failed'; message: string };

/** Follows the link of the mail, `/register?verify=TOKEN`, once, and takes the token out of the address bar. */
export function useVerifyLink(): VerifyLink {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { signIn } = useSession();
  const [link, setLink] = useState<VerifyLink>({ status: 'none' });
  const used = useRef(false);
  useEffect(() => {
    const token = new URLSearchParams(search).get('verify');
    if (!token || used.current) return;
    used.current = true;
    setLink({ status: 'verifying' });
    void navigate('/register', { replace: true });
    call(authEndpoints.verifyEmail, { body: { token } }).then(
      ({ user }) => signIn(user),
      (error: unknown) => setLink({ status: 'failed', message: errorMessage(error, messages.verificationFailed) }),
    );
  }, [search, navigate, signIn]);
  return link;
}
