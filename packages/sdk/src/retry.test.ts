import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { stillTiming } from './still-timing.fixture.ts';

type Step = { status: number; retryAfter?: number } | 'no answer';
const usage = { plan: null, period: null, frames: null };
const body = (status: number) =>
  JSON.stringify(status < 300 ? { status: 'success', data: usage } : { status: 'error', message: `m${status}`, data: null });

/** A server that answers by a list, the last of it for ever. */
function answering(steps: Step[]) {
  const requests: Request[] = [];
  const timing = stillTiming();
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 't',
    timing,
    async fetch(input, init) {
      requests.push(new Request(String(input), init));
      const step = steps[Math.min(requests.length, steps.length) - 1] ?? 'no answer';
      if (step === 'no answer') throw new TypeError('fetch failed');
      const headers = { 'x-request-id': 'r1', ...(step.retryAfter ? { 'retry-after': String(step.retryAfter) } : {}) };
      return new Response(body(step.status), { status: step.status, headers });
    },
  });
  return { client, requests, timing };
}

describe('a call of the SDK', () => {
  it.each([500, 501, 503])('API-05 repeats %i up to three times, at doubling distances, then gives up', async (status) => {
    const { client, requests, timing } = answering([{ status }]);
    await expect(client.usage()).rejects.toMatchObject({ status, message: `m${status}`, requestId: 'r1' });
    expect(requests).toHaveLength(4);
    expect(timing.slept).toEqual([500, 1000, 2000]);
  });

  it('API-05 goes on after a failure that passes', async () => {
    const { client, requests } = answering([{ status: 503, retryAfter: 2 }, 'no answer', { status: 200 }]);
    expect(await client.usage()).toEqual(usage);
    expect(requests).toHaveLength(3);
  });

  it('API-05 waits as long as Retry-After says on 429, and gives up when that is longer than a caller would wait', async () => {
    const short = answering([{ status: 429, retryAfter: 42 }, { status: 200 }]);
    await short.client.usage();
    expect(short.timing.slept).toEqual([42_000]);
    const long = answering([{ status: 429, retryAfter: 3600 }]);
    await expect(long.client.usage()).rejects.toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
    expect(long.timing.slept).toEqual([]);
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 422])('API-05 does not repeat a call that was answered %i', async (status) => {
    const { client, requests } = answering([{ status }]);
    await expect(client.upload({ media: new Blob(['x']) })).rejects.toMatchObject({ status });
    expect(requests).toHaveLength(1);
  });

  it('UP-09 sends one Idempotency-Key of its own with every try of an upload, and another with the next upload', async () => {
    const { client, requests } = answering([{ status: 500 }]);
    for (let turn = 0; turn < 2; turn += 1) await client.upload({ media: new Blob(['x']) }).catch(() => undefined);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key') ?? '');
    expect(keys).toHaveLength(8);
    expect(new Set(keys.slice(0, 4)).size).toBe(1);
    expect(new Set(keys.slice(4)).size).toBe(1);
    expect(keys[0]).not.toBe(keys[4]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('UP-09 waits while the first try of the same key still runs', async () => {
    const { client, requests, timing } = answering([
      'no answer',
      ...Array.from({ length: 6 }, () => ({ status: 409, retryAfter: 2 })),
      { status: 422 },
    ]);
    await expect(client.upload({ media: new Blob(['x']) })).rejects.toMatchObject({ status: 422 });
    expect(requests).toHaveLength(8);
    expect(timing.slept).toEqual([500, 2000, 2000, 2000, 2000, 2000, 2000]);
  });

  it('does not repeat a decision that may have arrived', async () => {
    const { client, requests } = answering(['no answer']);
    await expect(client.failMedia('a')).rejects.toMatchObject({ status: 0, code: 'no_answer' });
    expect(requests).toHaveLength(1);
  });

  it('gives up a try after its time-out, and says that there was no answer', async () => {
    const client = createClient({
      baseUrl: 'http://localhost:1',
      token: 't',
      timeoutMs: 5,
      timing: stillTiming(),
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    });
    await expect(client.usage()).rejects.toMatchObject({ status: 0, code: 'no_answer' });
  });
});
