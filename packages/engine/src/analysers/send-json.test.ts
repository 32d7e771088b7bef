import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeProvider, fakeClock, plainSend, startFakeProvider } from '../../test/fake-provider.ts';
import { type JsonRequest, sendJson } from './send-json.ts';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider();
});
afterAll(() => provider.close());

const schema = z.object({ score: z.number() });
const ask = (over: Partial<JsonRequest<{ score: number }>> = {}) =>
  sendJson({
    send: plainSend,
    clock: fakeClock(),
    url: `${provider.origin}/v1/look`,
    headers: { authorization: 'Bearer very-secret' },
    body: '{"a":1}',
    signal: new AbortController().signal,
    schema,
    ...over,
  });

describe('sendJson', () => {
  it('gives the answer as documented and as it came', async () => {
    provider.reply({ json: { score: 0.5, more: 'x' } });
    expect(await ask()).toEqual({ answer: { score: 0.5 }, raw: { score: 0.5, more: 'x' } });
    expect(provider.asked.at(-1)).toMatchObject({ method: 'POST', path: '/v1/look', body: '{"a":1}' });
  });

  it.each([
    [400, 'rejected'],
    [401, 'credentials'],
    [402, 'quota'],
    [403, 'credentials'],
    [404, 'rejected'],
    [408, 'timeout'],
    [429, 'throttled'],
    [500, 'provider'],
    [503, 'provider'],
    [302, 'rejected'],
  ])('takes status %i for %s, whatever the body says', async (status, fault) => {
    provider.reply({ status, json: { score: 0 }, headers: { location: 'http://127.0.0.1:1/' } });
    await expect(ask()).rejects.toMatchObject({ name: 'AnalyserError', fault });
  });

  it('lets an adapter say what a status means, by the body', async () => {
    provider.reply({ status: 429, json: { error: { code: 'insufficient_quota' } } });
    const faultOf = (_: number, body: unknown) => (JSON.stringify(body).includes('insufficient_quota') ? 'quota' : undefined);
    await expect(ask({ faultOf })).rejects.toMatchObject({ fault: 'quota' });
    provider.reply({ status: 429, text: 'slow down' });
    await expect(ask({ faultOf })).rejects.toMatchObject({ fault: 'throttled' });
  });

  it('hands on how long the provider asks to wait', async () => {
    provider.reply({ status: 429, headers: { 'retry-after': '3' }, json: {} });
    await expect(ask()).rejects.toMatchObject({ retryAfterMs: 3_000 });
  });

  it.each([
    ['a page', { text: '<html>busy</html>' }],
    ['nothing', { text: '' }],
    ['half an answer', { text: '{"score": 0.' }],
    ['another answer', { json: { scores: 0.5 } }],
    ['null', { json: null, text: 'null' }],
  ])('takes %s for garbage', async (_, reply) => {
    provider.reply(reply);
    await expect(ask()).rejects.toMatchObject({ fault: 'garbage' });
  });

  it('takes an answer that breaks off for no answer', async () => {
    provider.reply({ breakOffAfter: '{"score": 0.1' });
    await expect(ask()).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('reads no more than a megabyte', async () => {
    provider.reply({ json: { score: 0.5, filler: 'x'.repeat(1_048_576) } });
    await expect(ask()).rejects.toMatchObject({ fault: 'garbage' });
  });

  it('takes a server that is not there for unreachable', async () => {
    await expect(ask({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('throws the reason of its signal when that aborts', async () => {
    provider.reply({ silent: true });
    const before = provider.asked.length;
    const caller = new AbortController();
    const ended = ask({ signal: caller.signal });
    await expect.poll(() => provider.asked.length).toBe(before + 1);
    caller.abort(new Error('time is up'));
    await expect(ended).rejects.toThrow('time is up');
  });

  it('says nothing of the key or of the answer', async () => {
    provider.reply({ status: 401, json: { error: { message: 'Incorrect API key provided: very-secret' } } });
    const error: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(String(error)).toBe('AnalyserError: answered 401');
  });
});
