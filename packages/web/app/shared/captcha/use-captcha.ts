import type { CaptchaPurpose } from '@clearframe/contract';
import { useEffect, useMemo, useState } from 'react';
import { attempt, type CaptchaState, NOT_LOADED, NOT_RUN } from './attempt.ts';
import type { WidgetEvents } from './remote-providers.ts';

export type Captcha = {
  state: CaptchaState;
  /** For `recaptchaToken`; empty until solved. */
  token: string;
  /** A new challenge: after a refused form (a solution counts once), or to try again. */
  renew: () => void;
  /** Told by the provider's box, where there is one. */
  events: WidgetEvents;
};

type SetState = (next: CaptchaState | ((current: CaptchaState) => CaptchaState)) => void;

/** Solves again and again: when begun, and whenever the solution is about to expire. What was begun before no longer shows. */
export function createLoop(purpose: CaptchaPurpose, show: SetState) {
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
  const put = (token: string) => show((current) => (current.status === 'widget' ? { ...current, token } : current));
  const events: WidgetEvents = {
    onToken: put,
    onExpired: () => put(''),
    onFailed: () => show((current) => (current.status === 'widget' ? { status: 'failed', message: NOT_LOADED } : current)),
  };
  return { begin, stop, events };
}

/** Solves the captcha in the background from the moment the form is shown, and again when it expires. */
export function useCaptcha(purpose: CaptchaPurpose): Captcha {
  const [state, setState] = useState<CaptchaState>({ status: 'working' });
  const loop = useMemo(() => createLoop(purpose, setState), [purpose]);
  useEffect(() => {
    loop.begin();
    return loop.stop;
  }, [loop]);
  return { state, token: 'token' in state ? state.token : '', renew: loop.begin, events: loop.events };
}
