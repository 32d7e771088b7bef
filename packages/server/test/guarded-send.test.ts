import type { Send } from '@clearframe/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../engine/test/fake-provider.ts';
import { createGuardedSend, type GuardedSend } from '../src/security/guarded-send.ts';

let provider: FakeProvider;
let allowed: GuardedSend;
let guarded: GuardedSend;
beforeAll(async () => {
  provider = await startFakeProvider();
  allowed = createGuardedSend([new URL(provider.origin).host]);
  guarded = createGuardedSend([]);
});
afterAll(async () => {
  await Promise.all([allowed.close(), guarded.close(), provider.close()]);
});

const ask = (send: Send, over: Partial<Parameters<Send>[1]> = {}) =>
  send(`${provider.origin}/v1/x?y=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer k' },
    body: '{}',
    signal: AbortSignal.timeout(5_000),
    ...over,
  });

describe('requests to providers', () => {
  it('SEC-03 reach no private address that is not named', async () => {
    const before = provider.asked.length;
    await expect(ask(guarded.send)).rejects.toThrow('not a public address');
    expect(provider.asked).toHaveLength(before);
  });

  it('reach one that is', async () => {
    provider.reply({ status: 429, json: { a: 1 }, headers: { 'retry-after': '3' } });
    const answer = await ask(allowed.send);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([429, '3', { a: 1 }]);
    expect(provider.asked.at(-1)).toMatchObject({ method: 'POST', path: '/v1/x?y=1', body: '{}' });
    expect(provider.asked.at(-1)?.headers.authorization).toBe('Bearer k');
  });

  it('carry key and picture nowhere else: a redirect is an answer', async () => {
    provider.reply({ status: 307, headers: { location: `${provider.origin}/elsewhere` } });
    const before = provider.asked.length;
    expect((await ask(allowed.send)).status).toBe(307);
    expect(provider.asked).toHaveLength(before + 1);
  });

  it('send bytes and forms as they are', async () => {
    provider.reply({ json: {} });
    await ask(allowed.send, { body: new Uint8Array([1, 2, 255]) });
    expect([...(provider.asked.at(-1)?.bytes ?? [])]).toEqual([1, 2, 255]);
    const body = new FormData();
    body.append('models', 'nudity');
    body.append('media', new Blob([new Uint8Array([0xff, 0xd8])]), 'picture.jpg');
    await ask(allowed.send, { body });
    const asked = provider.asked.at(-1);
    expect(asked?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(asked?.body).toContain('filename="picture.jpg"');
  });

  it('end with their signal, and when the answer breaks off', async () => {
    provider.reply({ silent: true });
    const caller = new AbortController();
    const before = provider.asked.length;
    const ended = ask(allowed.send, { signal: caller.signal });
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    caller.abort(new Error('time is up'));
    await expect(ended).rejects.toThrow('time is up');
    provider.reply({ breakOffAfter: '{"a":' });
    const answer = await ask(allowed.send);
    await expect(answer.text()).rejects.toThrow();
  });

  it('take an answer without a body', async () => {
    provider.reply({ status: 204, text: '' });
    expect((await ask(allowed.send)).status).toBe(204);
  });
});
