import { describe, expect, it } from 'vitest';
import { ClearframeError } from './clearframe-error.ts';
import { createClient } from './client.ts';
import { stillTiming } from './still-timing.fixture.ts';

const answering = (status: number, body: string, headers: Record<string, string> = {}) => {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 'cf_live_x',
    timing: stillTiming(),
    fetch: async (input, init) => {
      requests.push(new Request(input instanceof Request ? input : String(input), init));
      return new Response(body, { status, headers });
    },
  });
  return { client, requests };
};

describe('createClient', () => {
  it('API-01 sends the bearer token, the fields and the file as one form', async () => {
    const { client, requests } = answering(500, '');
    await client
      .upload({
        media: new Blob(['x']),
        filename: 'a.png',
        caption: 'A cup',
        tags: ['a', 'b'],
        metadata: { order: 7 },
        idempotencyKey: 'k1',
        waitMs: 5_000,
      })
      .catch(() => undefined);
    const [request] = requests;
    const form = await request?.formData();
    expect(request?.url).toBe('http://localhost:1/api/v1/upload?wait=5');
    expect(request?.headers.get('authorization')).toBe('Bearer cf_live_x');
    expect(request?.headers.get('idempotency-key')).toBe('k1');
    expect(form?.get('caption')).toBe('A cup');
    expect(form?.get('tags')).toBe('a,b');
    expect(form?.get('metadata')).toBe('{"order":7}');
    expect(form?.get('media')).toBeInstanceOf(File);
  });

  it('API-05 raises the status, the message and the wait that the server named', async () => {
    const { client } = answering(429, '{"status":"error","message":"Too many","data":null}', { 'retry-after': '7' });
    await expect(client.getMedia('a')).rejects.toMatchObject({ status: 429, message: 'Too many', retryAfterMs: 7_000 });
  });

  it('API-05 names the code of a refusal that a program can answer, and none otherwise', async () => {
    const code = async (body: string) =>
      await answering(403, body)
        .client.getMedia('a')
        .catch((error: unknown) => (error instanceof ClearframeError ? error.code : error));
    expect(await code('{"status":"error","message":"m","data":null,"code":"confirmation_required"}')).toBe(
      'confirmation_required',
    );
    expect(await code('{"status":"error","message":"m","data":null}')).toBeNull();
  });

  it('AUTH-15 falls back to fixed words when the answer is no envelope', async () => {
    const message = async (status: number, body: string) =>
      await answering(status, body)
        .client.getMedia('a')
        .catch((error: unknown) => (error instanceof ClearframeError ? [error.status, error.message] : error));
    expect(await message(502, '<html>')).toEqual([502, 'Unknown error']);
    expect(await message(500, '{}')).toEqual([500, 'Request failed']);
    expect(await message(200, 'pong')).toEqual([200, 'Unknown error']);
    expect(await message(200, '{"status":"success","data":{}}')).toEqual([200, 'Unknown error']);
  });

  it('passes an abort on as an abort', async () => {
    const reason = new Error('enough');
    const client = createClient({ baseUrl: 'http://localhost:1', token: 't', fetch: () => Promise.reject(reason) });
    await expect(client.upload({ media: 'http://a.example/a.png', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('AUTH-15 says so when no answer came at all', async () => {
    const client = createClient({
      baseUrl: 'http://localhost:1',
      token: 't',
      timing: stillTiming(),
      fetch: () => Promise.reject(new Error('refused')),
    });
    await expect(client.getMedia('a')).rejects.toMatchObject({ status: 0, message: 'Request failed' });
  });
});

it('API-04 reads the seconds of a video stretch by stretch, to the end', async () => {
  const asked: string[] = [];
  const second = { scores: {}, flagged: false, needs_review: false, same_as: null };
  const client = createClient({
    baseUrl: 'http://localhost:1',
    token: 't',
    async fetch(input) {
      const { pathname, searchParams } = new URL(String(input));
      const from = Number(searchParams.get('from'));
      asked.push(`${pathname} ${from}`);
      const seconds = [from, from + 1].map((n) => ({ ...second, second: n }));
      const data = { duration_ms: 4_000, seconds, thumbnails: [], next_from: from < 2 ? from + 2 : null };
      return Response.json({ status: 'success', data });
    },
  });
  const seconds: number[] = [];
  for await (const stretch of client.frames('a')) seconds.push(...stretch.seconds.map((one) => one.second));
  expect(seconds).toEqual([0, 1, 2, 3]);
  expect(asked).toEqual(['/api/v1/media/a/frames 0', '/api/v1/media/a/frames 2']);
});
