import { type InvitationView, messages, teamEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';

export type InvitationState =
  /** Also in the prerendered page, until its script has read the address. */
  | { status: 'loading' }
  | { status: 'gone' }
  | { status: 'failed'; message: string }
  | { status: 'open'; token: string; invitation: InvitationView };

const tokenIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'token' in state && typeof state.token === 'string' ? state.token : null;

/**
 * Reads the mailed link once, takes its secret out of the address bar, and asks what it opens. The entry of the browser's history
 * keeps the secret, so that a reload does not lose it. Not in the cache of queries, which a sign-out on this page empties.
 */
export function useInvitation(): { state: InvitationState; reload: () => void; end: () => void } {
  const { search, state: entry } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState<InvitationState>({ status: 'loading' });
  const token = tokenIn(entry);
  const load = useCallback(async () => {
    if (token === null) return setState({ status: 'gone' });
    setState({ status: 'loading' });
    try {
      const { invitation } = await call(teamEndpoints.lookUpInvitation, { body: { token } });
      setState({ status: 'open', token, invitation });
    } catch (error) {
      const isGone = error instanceof ClearframeError && error.status >= 400 && error.status < 500 && error.status !== 429;
      setState(isGone ? { status: 'gone' } : { status: 'failed', message: errorMessage(error, messages.requestFailed) });
    }
  }, [token]);
  useEffect(() => {
    const asked = new URLSearchParams(search).get('token');
    if (asked !== null) void navigate('/invite', { replace: true, state: { token: asked } });
    else void load();
  }, [search, navigate, load]);
  return { state, reload: () => void load(), end: () => setState({ status: 'gone' }) };
}
