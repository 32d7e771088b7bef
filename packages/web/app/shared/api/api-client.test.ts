import { endpoints } from '@clearframe/contract';
import { describe, expect, it, vi } from 'vitest';
import { createCall, endpointAddress } from './api-client.ts';
import type { Refresher } from './refresh.ts';

const user = {
  id: '0192f7a0-0000-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@shop.example',
  createdAt: '2026-11-20T12:00:00Z',
};
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function makeCall(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer());
  const guarded = vi.fn();
  const onNoAnswer = vi.fn();
  const withRefresh: Refresher['withRefresh'] = (send) => {
    guarded();
    return send();
  };
  return { call: createCall({ fetch, withRefresh, onNoAnswer }), fetch, guarded, onNoAnswer };
}

describe('call', () => {
  it('sends JSON with same-origin cookies and gives data', async () => {
    const { call, fetch } = makeCall(() => json(200, { status: 'success', data: { user } }));
    const body = { email: 'ada@shop.example', password: 'x', recaptchaToken: 't' };
    expect(await call(endpoints.login, { body })).toEqual({ user });
    const [address, init] = fetch.mock.calls[0] ?? [];
    expect(address).toBe('/api/auth/login');
    expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: JSON.stringify(body) });
    expect(new Headers(init?.headers).get('Content-Type')).toBe('application/json');
  });

  it('AUTH-09 uses the refresh rule where a session is needed, and nowhere else', async () => {
    const { call, guarded } = makeCall(() => json(200, { status: 'success', data: { user } }));
    await call(endpoints.me);
    expect(guarded).toHaveBeenCalledTimes(1);
    await call(endpoints.login, { body: { email: 'a@b.example', password: 'x', recaptchaToken: 't' } });
    await call(endpoints.completeRegistration, { body: { verification_token: '12345' } });
    expect(guarded).toHaveBeenCalledTimes(1);
  });

  it('DASH-01 tells of a call that got no answer, and of none that was refused', async () => {
    const refused = makeCall(() => json(500, {}));
    await expect(refused.call(endpoints.me)).rejects.toMatchObject({ status: 500 });
    expect(refused.onNoAnswer).not.toHaveBeenCalled();
    const lost = makeCall(() => Promise.reject(new TypeError('offline')));
    await expect(lost.call(endpoints.me)).rejects.toMatchObject({ status: 0 });
    expect(lost.onNoAnswer).toHaveBeenCalledTimes(1);
  });

  it('AUTH-15 raises the status with the message of the server and the fields it names', async () => {
    const errors = [{ path: 'email', message: 'Please enter a valid email address' }];
    const { call } = makeCall(() => json(400, { status: 'error', message: 'Not valid', data: null, errors }));
    await expect(call(endpoints.me)).rejects.toMatchObject({ status: 400, message: 'Not valid', errors });
  });

  it('AUTH-15 falls back to fixed sentences', async () => {
    await expect(makeCall(() => json(500, {})).call(endpoints.me)).rejects.toMatchObject({
      status: 500,
      message: 'Request failed',
    });
    await expect(makeCall(() => new Response('<html>', { status: 502 })).call(endpoints.me)).rejects.toMatchObject({
      status: 502,
      message: 'Unknown error',
    });
    await expect(makeCall(() => Promise.reject(new TypeError('offline'))).call(endpoints.me)).rejects.toMatchObject({
      status: 0,
      message: 'Request failed',
    });
  });

  it('AUTH-15 refuses a success that does not have the promised shape', async () => {
    for (const body of ['{"status":"success","data":{"user":{}}}', 'pong'])
      await expect(makeCall(() => new Response(body)).call(endpoints.me)).rejects.toThrow('Unknown error');
    expect(await makeCall(() => json(200, { status: 'success', data: null })).call(endpoints.logout)).toBeNull();
  });

  it('passes an abort on as an abort', async () => {
    const controller = new AbortController();
    controller.abort();
    const { call } = makeCall(() => Promise.reject(controller.signal.reason));
    await expect(call(endpoints.me, { signal: controller.signal })).rejects.toBe(controller.signal.reason);
  });
});

describe('endpointAddress', () => {
  it('fills parameters in and leaves absent query values out', () => {
    expect(endpointAddress(endpoints.getMedia, { params: { id: 'a/b' } })).toBe('/api/media/a%2Fb');
    expect(endpointAddress(endpoints.listMedia, { query: { page: 2, status: undefined, search: 'red wine' } })).toBe(
      '/api/media?page=2&search=red+wine',
    );
  });
});
