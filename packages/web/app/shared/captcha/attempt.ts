import { authEndpoints, type CaptchaPurpose } from '@clearframe/contract';
import { call } from '../api/api.ts';
import { readChallenge, usableMs } from './altcha-challenge.ts';
import { isRemote, type RemotePlan, scoreToken } from './remote-providers.ts';
import { solve } from './solve.ts';

export type CaptchaState =
  | { status: 'working' }
  /** Solved without anybody's doing. */
  | { status: 'solved'; token: string; provider: 'altcha' | 'recaptcha-v3' }
  /** The provider's own box stands in the form; the token is empty until the person is through with it. */
  | { status: 'widget'; token: string; plan: RemotePlan }
  /** The server asks for no captcha; it accepts this word in its place. */
  | { status: 'off'; token: string }
  | { status: 'failed'; message: string };

export type Attempt = { state: CaptchaState; usableMs: number | null };

const INSECURE = 'The verification needs a page served over https or from localhost.';
export const NOT_RUN = 'Could not run the verification.';
export const NOT_LOADED = 'Could not load the verification.';
/** Tokens of reCAPTCHA v3 live two minutes. */
const SCORE_USE_MS = 100_000;

const lasting = (state: CaptchaState): Attempt => ({ state, usableMs: null });

async function attemptRemote(plan: RemotePlan): Promise<Attempt> {
  if (plan.provider !== 'recaptcha-v3') return lasting({ status: 'widget', token: '', plan });
  try {
    const token = await scoreToken(plan);
    return { state: { status: 'solved', token, provider: plan.provider }, usableMs: SCORE_USE_MS };
  } catch {
    return lasting({ status: 'failed', message: NOT_LOADED });
  }
}

/** One attempt: challenge, solution, and for how long that is good. It rejects when the server cannot be asked or the signal aborts. */
export async function attempt(purpose: CaptchaPurpose, signal: AbortSignal): Promise<Attempt> {
  const { provider, challenge, siteKey, scriptUrl } = await call(authEndpoints.captcha, { query: { purpose }, signal });
  if (provider === 'off') return lasting({ status: 'off', token: 'off' });
  if (isRemote(provider)) {
    if (!siteKey || !scriptUrl) return lasting({ status: 'failed', message: NOT_RUN });
    return attemptRemote({ provider, siteKey, scriptUrl, purpose });
  }
  const read = readChallenge(challenge);
  if (!read) return lasting({ status: 'failed', message: NOT_RUN });
  if (!window.isSecureContext) return lasting({ status: 'failed', message: INSECURE });
  const token = await solve(read, signal);
  return { state: { status: 'solved', token, provider: 'altcha' }, usableMs: usableMs(read, Date.now()) };
}
