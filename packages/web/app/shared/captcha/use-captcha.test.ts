import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Attempt, attempt, type CaptchaState } from './attempt.ts';
import type { RemotePlan } from './remote-providers.ts';
import { createLoop } from './use-captcha.ts';

vi.mock('./attempt.ts', async (original) => ({ ...(await original<object>()), attempt: vi.fn() }));

const solved = (token: string): Attempt => ({ state: { status: 'solved', token, provider: 'altcha' }, usableMs: 590_000 });
const plan: RemotePlan = { provider: 'hcaptcha', siteKey: 'key', scriptUrl: 'https://x.example/api.js', purpose: 'login' };
const widget: Attempt = { state: { status: 'widget', token: '', plan }, usableMs: null };

let state: CaptchaState = { status: 'working' };
const loopOf = (...attempts: (Attempt | Error)[]) => {
  for (const one of attempts)
    vi.mocked(attempt).mockImplementationOnce(async () => {
      if (one instanceof Error) throw one;
      return one;
    });
  return createLoop('login', (next) => {
    state = typeof next === 'function' ? next(state) : next;
  });
};
const passed = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(attempt).mockReset();
});
afterEach(() => void vi.useRealTimers());

describe('captcha of an open form', () => {
  it('AUTH-05 is solved again before the solution expires, for as long as the form is open', async () => {
    const loop = loopOf(solved('first'), solved('second'), solved('third'));
    loop.begin();
    await passed(0);
    expect(state).toMatchObject({ token: 'first' });
    await passed(589_999);
    expect(state).toMatchObject({ token: 'first' });
    await passed(1);
    expect(state).toMatchObject({ token: 'second' });
    await passed(590_000);
    expect(state).toMatchObject({ token: 'third' });
    loop.stop();
    await passed(10_000_000);
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  it('AUTH-05 shows the newest attempt only', async () => {
    let answerFirst: (late: Attempt) => void = () => undefined;
    const loop = loopOf();
    vi.mocked(attempt).mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answerFirst = resolve;
        }),
    );
    vi.mocked(attempt).mockResolvedValueOnce(solved('renewed'));
    loop.begin();
    loop.begin();
    answerFirst(solved('late'));
    await passed(0);
    expect(state).toMatchObject({ token: 'renewed' });
    expect(vi.mocked(attempt).mock.calls[0]?.[1].aborted).toBe(true);
    loop.stop();
  });

  it('AUTH-05 can be tried again when it could not run', async () => {
    const loop = loopOf(new Error('offline'), solved('then'));
    loop.begin();
    await passed(0);
    expect(state).toMatchObject({ status: 'failed' });
    loop.begin();
    await passed(0);
    expect(state).toMatchObject({ token: 'then' });
    loop.stop();
  });

  it('AUTH-05 takes the token of a provider’s box, drops it when it expires, and hears it no more after a failure', async () => {
    const loop = loopOf(widget);
    loop.begin();
    await passed(0);
    loop.events.onToken('token');
    expect(state).toMatchObject({ status: 'widget', token: 'token', plan });
    loop.events.onExpired();
    expect(state).toMatchObject({ status: 'widget', token: '' });
    loop.events.onFailed();
    expect(state).toEqual({ status: 'failed', message: 'Could not load the verification.' });
    loop.events.onToken('late');
    expect(state).toMatchObject({ status: 'failed' });
    loop.stop();
  });
});
