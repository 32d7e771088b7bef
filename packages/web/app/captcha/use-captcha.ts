import { type CaptchaPurpose, endpoints } from '@clearframe/contract';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../api.ts';
import { readChallenge, usableMs } from './altcha-challenge.ts';
import { solve } from './solve.ts';

export type CaptchaState =
  | { status: 'working' }
  | { status: 'solved'; token: string }
  /** The server asks for no captcha; it accepts this word in its place. */
  | { status: 'off'; token: string }
  | { status: 'failed'; message: string };

export type Captcha = {
  state: CaptchaState;
  /** For `recaptchaToken`; empty until solved. */
  token: string;
  /** A new challenge: after a refused form (a solution counts once), or to try again. */
  renew: () => void;
};

const INSECURE = 'The verification needs a page served over https or from localhost.';
const NOT_RUN = 'The verification could not run.';

/** One attempt: challenge, solution, and for how long that is good. */
async function attempt(purpose: CaptchaPurpose, signal: AbortSignal): Promise<{ state: CaptchaState; usableMs: number | null }> {
  const { provider, challenge } = await call(endpoints.captcha, { query: { purpose }, signal });
  if (provider === 'off') return { state: { status: 'off', token: 'off' }, usableMs: null };
  const read = provider === 'altcha' ? readChallenge(challenge) : null;
  if (!read) return { state: { status: 'failed', message: NOT_RUN }, usableMs: null };
  if (!window.isSecureContext) return { state: { status: 'failed', message: INSECURE }, usableMs: null };
  const token = await solve(read, signal);
  return { state: { status: 'solved', token }, usableMs: usableMs(read, Date.now()) };
}

/** Solves again and again: when begun, and whenever the solution is about to expire. */
function createLoop(purpose: CaptchaPurpose, show: (state: CaptchaState) => void) {
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    controller.abort();
    clearTimeout(timer);
  };
  const begin = () => {
    stop();
    const own = new AbortController();
    controller = own;
    show({ status: 'working' });
    attempt(purpose, own.signal).then(
      (result) => {
        if (own.signal.aborted) return;
        show(result.state);
        if (result.usableMs !== null) timer = setTimeout(begin, result.usableMs);
      },
      () => {
        if (!own.signal.aborted) show({ status: 'failed', message: NOT_RUN });
      },
    );
  };
  return { begin, stop };
}

/** Solves the captcha in the background from the moment the form is shown, and again when it expires. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const [state, setState] = useState<CaptchaState>({ status: 'working' });
  const loop = useMemo(() => createLoop(purpose, setState), [purpose]);
  useEffect(() => {
    loop.begin();
    return loop.stop;
  }, [loop]);
  return { state, token: 'token' in state ? state.token : '', renew: loop.begin };
}
