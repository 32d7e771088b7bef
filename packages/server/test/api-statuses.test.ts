import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ErrorAnswer, limits } from '@clearframe/contract';
import { type Client, createClient } from '@clearframe/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stillTiming } from '../../sdk/src/still-timing.fixture.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, dayMs, picture, quickExaminer, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let origin: string;
let folder: string;
/** What the storage does with the next files. */
let storing: 'well' | 'fails' | Promise<void> = 'well';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearframe-statuses-'));
  writeFileSync(join(folder, 'pears.png'), picture('formats/pears.png'));
  writeFileSync(join(folder, 'damaged.png'), picture('formats/pears.png').subarray(0, 900));
  writeFileSync(join(folder, 'text.png'), 'this is no picture at all, only its name says so'.repeat(4));
  built = await build();
  const { put } = built.context.storage;
  built.context.storage.put = async (...args) => {
    if (storing === 'fails') throw new Error('ENOSPC: no space left on /var/secret');
    if (storing !== 'well') await storing;
    return await put(...args);
  };
  await runQueuedModeration(built, {
    async examine(...args) {
      if (Buffer.from(args[0]).length === 900) throw new (await import('@clearframe/engine')).MediaError('undecodable');
      return await quickExaminer.examine(...args);
    },
  });
  origin = await built.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await built.close();
  rmSync(folder, { recursive: true });
});

type Answered = { status: number; headers: Record<string, string>; body: unknown };

/** What a shell gets: `curl -i` with the token in the header. */
async function curl(token: string | null, args: string[]): Promise<Answered> {
  const bearer = token === null ? [] : ['-H', `Authorization: Bearer ${token}`];
  const url = `${origin}/api${args[0]}`;
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-i', url, '-H', 'Expect:', ...bearer, ...args.slice(1)], {
    cwd: folder,
  });
  const [head = '', body = ''] = stdout.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), body: JSON.parse(body) };
}

const clientOf = (token: string): Client => createClient({ baseUrl: origin, token, timing: stillTiming() });
const pears = (key?: string) => ({
  media: new Blob([new Uint8Array(picture('formats/pears.png'))]),
  ...(key ? { idempotencyKey: key } : {}),
});

const createToken = async (person: Uploader, payload: object): Promise<{ id: string; token: string }> => {
  const answer = await built.app.inject({ method: 'POST', url: '/api/access-tokens', headers: person.headers, payload });
  return answer.json<{ data: { access_token: { id: string; token: string } } }>().data.access_token;
};
const send = ['-F', 'media=@pears.png'];
const upload = ['/v1/upload', ...send];

type Prepared = {
  /** null = no header at all. */
  token: string | null;
  curl: string[];
  /** The same by the SDK; left out where its types keep a program from asking. */
  sdk?: (client: Client) => Promise<unknown>;
  headers?: Record<string, unknown>;
};
type Case = [status: number, what: string, message: string, prepare: (person: Uploader) => Prepared | Promise<Prepared>];

const invalidToken = 'Invalid API token';
const refused = (token: string | null): Prepared => ({
  token,
  curl: upload,
  ...(token === null ? {} : { sdk: (client) => client.upload(pears()) }),
});

const cases: Case[] = [
  [
    400,
    'no media',
    'The field media is required: a file or an http(s) URL',
    ({ token }) => ({ token, curl: ['/v1/upload', '-F', 'title=x'] }),
  ],
  [400, 'a wait that is too long', 'wait: Too big', ({ token }) => ({ token, curl: ['/v1/upload?wait=26', ...send] })],
  [
    400,
    'a damaged file',
    'The file is damaged or incomplete and could not be decoded',
    ({ token }) => ({
      token,
      curl: ['/v1/upload', '-F', 'media=@damaged.png'],
      sdk: (client) => client.upload({ media: new Blob([new Uint8Array(picture('formats/pears.png').subarray(0, 900))]) }),
    }),
  ],
  [
    400,
    'a body that is no JSON',
    'Could not read the request body',
    ({ token }) => ({ token, curl: ['/v1/batches', '-H', 'Content-Type: application/json', '-d', '{'] }),
  ],
  [401, 'no token', invalidToken, () => refused(null)],
  [401, 'a wrong token', invalidToken, () => refused('cf_live_wrong')],
  [
    401,
    'a revoked token',
    invalidToken,
    async (person) => {
      const { id, token } = await createToken(person, { name: 'revoked' });
      await built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${id}`, headers: person.headers });
      return refused(token);
    },
  ],
  [
    401,
    'an expired token',
    invalidToken,
    async (person) => {
      const { token } = await createToken(person, { name: 'expired', expiresInDays: 1 });
      built.clock.advance(dayMs);
      return refused(token);
    },
  ],
  [
    403,
    'a token without the scope',
    'This API token does not have the scope upload',
    async (person) => refused((await createToken(person, { name: 'reader', scopes: ['read'] })).token),
  ],
  [
    403,
    'no subscription',
    'This needs an active subscription. Subscribe to a plan first.',
    ({ token }) => {
      built.clock.advance(40 * dayMs);
      return refused(token);
    },
  ],
  [
    403,
    'no frames left',
    'No frames left in this period. Nothing was charged.',
    async () => {
      const { token, apiUpload } = await createUploader(built, 1);
      await apiUpload({ media: { bytes: picture('formats/pears.png'), name: 'a.png' } });
      return refused(token);
    },
  ],
  [
    404,
    'an item that is not there',
    'Media not found',
    ({ token }) => ({ token, curl: [`/v1/media/${randomUUID()}`], sdk: (client) => client.getMedia(randomUUID()) }),
  ],
  [404, 'an address that is none', 'Not found', ({ token }) => ({ token, curl: ['/v1/nothing'] })],
  [404, 'an address that is none, without a token', 'Not found', () => ({ token: null, curl: ['/nothing/at/all'] })],
  [
    405,
    'another method',
    'This address does not accept that method',
    ({ token }) => ({ token, curl: ['/v1/upload', '-X', 'DELETE'], headers: { allow: 'POST' } }),
  ],
  [
    409,
    'the key of a request that still runs',
    'A request with this Idempotency-Key is still running',
    async ({ token, apiUpload }) => {
      const key = randomUUID();
      let release = () => {};
      let begun = () => {};
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      const gate = new Promise<void>((resolve) => (release = resolve));
      // The storage is asked once the key is claimed.
      const { put } = built.context.storage;
      built.context.storage.put = async (...args) => {
        begun();
        await gate;
        built.context.storage.put = put;
        return await put(...args);
      };
      const first = apiUpload(
        { media: { bytes: picture('formats/pears.png'), name: 'a.png' } },
        { headers: { 'idempotency-key': key } },
      );
      await isBegun;
      afterCase = async () => {
        release();
        await first;
      };
      return {
        token,
        curl: [...upload, '-H', `Idempotency-Key: ${key}`],
        sdk: (client) => client.upload(pears(key)),
        headers: { 'retry-after': '2' },
      };
    },
  ],
  [
    413,
    'more than 100 MB',
    'The file is larger than 100 MB',
    ({ token }) => ({ token, curl: [...upload, '-H', `Content-Length: ${limits.apiUploadMaxBytes * 2}`] }),
  ],
  [
    413,
    'a JSON body that is too large',
    'The request is too large',
    ({ token }) => ({
      token,
      curl: [
        '/v1/batches',
        '-H',
        'Content-Type: application/json',
        '-H',
        `Content-Length: ${limits.jsonBodyMaxBytes + 1}`,
        '-d',
        '{',
      ],
    }),
  ],
  [
    415,
    'a file that is no picture',
    'Unsupported media type',
    ({ token }) => ({
      token,
      curl: ['/v1/upload', '-F', 'media=@text.png'],
      sdk: (client) => client.upload({ media: new Blob(['no picture at all '.repeat(20)]) }),
    }),
  ],
  [
    415,
    'a text/plain body',
    'This content type is not accepted',
    ({ token }) => ({ token, curl: ['/v1/upload', '-H', 'Content-Type: text/plain', '-d', 'media'] }),
  ],
  [
    415,
    'a JSON body in the place of a form',
    'This content type is not accepted',
    ({ token }) => ({
      token,
      curl: ['/v1/upload', '-H', 'Content-Type: application/json', '-d', '{"media":"https://a.example"}'],
    }),
  ],
  [
    422,
    'a key that another request had',
    'This Idempotency-Key belongs to another request',
    async ({ token, apiUpload }) => {
      const headers = { 'idempotency-key': randomUUID() };
      await apiUpload({ media: { bytes: picture('formats/pears.jpg'), name: 'a.jpg' } }, { headers });
      return {
        token,
        curl: [...upload, '-H', `Idempotency-Key: ${headers['idempotency-key']}`],
        sdk: (client) => client.upload(pears(headers['idempotency-key'])),
      };
    },
  ],
  [
    429,
    'too many requests',
    'Too many requests. Wait and try again.',
    async ({ token }) => {
      const headers = { authorization: `Bearer ${token}` };
      for (let turn = 0; turn < 60; turn += 1) await built.app.inject({ url: '/api/v1/usage', headers });
      return {
        token,
        curl: upload,
        sdk: (client) => client.upload(pears()),
        headers: {
          'retry-after': expect.stringMatching(/^[1-9]\d?$/),
          ratelimit: expect.stringMatching(/^"api-token";r=0;t=\d+$/),
          'ratelimit-policy': '"api-token";q=60;w=60',
        },
      };
    },
  ],
  [
    500,
    'a fault of ours',
    'Something went wrong on the server',
    ({ token }) => {
      storing = 'fails';
      return refused(token);
    },
  ],
];
let afterCase = async () => {};

describe('the external API, asked by curl and by the SDK', () => {
  it.each(cases)('API-05 answers %i for %s', async (status, _what, message, prepare) => {
    const person = await createUploader(built);
    const prepared = await prepare(person);
    try {
      const answer = await curl(prepared.token, prepared.curl);
      expect(answer.status, JSON.stringify(answer.body)).toBe(status);
      const { errors: _errors, ...body } = ErrorAnswer.parse(answer.body);
      expect(body).toEqual({ status: 'error', message: expect.stringContaining(message), data: null });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': expect.stringMatching(/\S/),
        ...prepared.headers,
      });
      const refusal = prepared.sdk?.(clientOf(prepared.token ?? ''));
      if (refusal)
        await expect(refusal).rejects.toMatchObject({
          status,
          message: expect.stringContaining(message),
          requestId: expect.stringMatching(/\S/),
        });
    } finally {
      storing = 'well';
      await afterCase();
      afterCase = async () => {};
    }
  });

  it('API-01 API-03 answers 200 with the verdict, and 202 to who does not wait, with the rate', async () => {
    const { token } = await createUploader(built);
    const now = await curl(token, [...upload, '-F', 'title=Pears']);
    expect(now).toMatchObject({
      status: 200,
      body: { status: 'success', data: { status: 'complete', moderation: { passed: true } } },
    });
    expect(now.headers.ratelimit).toMatch(/^"api-token";r=59;t=\d+$/);
    const later = await curl(token, ['/v1/upload?wait=0', ...send]);
    expect([200, 202]).toContain(later.status);
    expect((await clientOf(token).upload(pears())).moderation?.passed).toBe(true);
  });
});

describe('a file that is too large', () => {
  /** Sends a form without an end by a raw connection. @returns what was answered, and how many bytes had been written by then */
  async function flood(token: string, head: string, chunk: Buffer | null): Promise<{ answer: string; sentBytes: number }> {
    const { port } = new URL(origin);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    const answered = new Promise<void>((resolve, reject) => {
      socket.setEncoding('latin1').on('data', (text: string) => {
        answer += text;
        if (answer.includes('\r\n\r\n')) resolve();
      });
      socket.on('error', reject);
    });
    const part = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n';
    socket.write(
      `POST /api/v1/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; ` +
        `boundary=b\r\n${head}\r\n`,
    );
    const wrap = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const isAnswered = () => answer !== '';
    if (chunk) {
      socket.write(wrap(Buffer.concat([Buffer.from(part), picture('formats/pears.png')])));
      while (!isAnswered()) {
        if (!socket.write(wrap(chunk))) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answered]);
        // A turn of the loop, so that an answer is seen.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    await answered;
    const sentBytes = socket.bytesWritten;
    socket.destroy();
    return { answer, sentBytes };
  }

  it('API-05 UP-02 is refused by its declared length, of which nothing is read', async () => {
    const { token } = await createUploader(built);
    const { answer } = await flood(token, `Content-Length: ${limits.apiUploadMaxBytes + 2_000_000}\r\n`, null);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('API-05 UP-02 is refused at its first byte beyond 100 MB when no length was declared, whatever is still to come', async () => {
    const { token } = await createUploader(built);
    const { answer, sentBytes } = await flood(token, 'Transfer-Encoding: chunked\r\n', Buffer.alloc(65_536));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(sentBytes).toBeGreaterThan(limits.apiUploadMaxBytes);
    // What lies in the buffers of both ends of the connection.
    expect(sentBytes).toBeLessThan(limits.apiUploadMaxBytes + 16_000_000);
    expect(await readdir(join(built.dataDir, 'objects/unfinished'))).toEqual([]);
  });
});
