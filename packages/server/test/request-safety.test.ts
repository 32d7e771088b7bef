import { connect, type Socket } from 'node:net';
import { limits } from '@clearframe/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { asJson, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const send = (options: InjectOptions) => built.app.inject(options);
const body = { email: 'a@example.com', password: 'x', recaptchaToken: 'off' };
const login = (headers: Record<string, string>, payload: string | object = body) =>
  send({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json', ...headers }, payload });
const envelope = { status: 'error', message: expect.any(String), data: null };

describe('cross-site requests', () => {
  it('SEC-05 refuses what a browser says comes from elsewhere, before anything is done', async () => {
    const { box } = await registerAndSignIn(built);
    const cookie = box.headers().cookie ?? '';
    for (const site of ['cross-site', 'same-site']) {
      const answer = await send({ method: 'POST', url: '/api/auth/logout', headers: { cookie, 'sec-fetch-site': site } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual(envelope);
    }
    const foreign = await send({ method: 'POST', url: '/api/auth/logout', headers: { cookie, origin: 'https://evil.example' } });
    expect(foreign.statusCode).toBe(403);
    const me = await send({ method: 'GET', url: '/api/users/me', headers: { cookie } });
    expect(me.statusCode).toBe(200);
  });

  it('SEC-05 takes our own pages, the local address in every spelling, and clients that are no browsers', async () => {
    const accepted: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://localhost:3000' },
      { origin: 'http://127.0.0.1:4711', host: '127.0.0.1:4711' },
      { origin: 'http://[::1]:4711', host: '[::1]:4711' },
      {},
    ];
    for (const [n, headers] of accepted.entries())
      expect((await login(headers, { ...body, email: `${n}@example.com` })).statusCode, JSON.stringify(headers)).toBe(401);
    for (const headers of [
      { origin: 'http://127.0.0.1:4712', host: '127.0.0.1:4711' },
      { origin: 'http://rebound.example', host: 'rebound.example' },
      { origin: 'null' },
    ])
      expect((await login(headers)).statusCode, JSON.stringify(headers)).toBe(403);
  });

  it('SEC-05 API-05 takes no content type that a form of another site can send', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await login({ 'content-type': type }, JSON.stringify(body));
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toEqual(envelope);
    }
    const bearer = await send({
      method: 'POST',
      url: '/api/v1/nothing',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' },
      payload: 'x',
    });
    expect([404, 415]).toContain(bearer.statusCode);
  });
});

describe('request bodies', () => {
  it('SEC-06 API-05 answers malformed JSON, prototype keys and deep nesting with the envelope', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const payload of [
      '{',
      '',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{}}}',
      deep(limits.jsonMaxDepth + 1),
      deep(20_000),
    ]) {
      const answer = await login({}, payload);
      expect(answer.statusCode, payload.slice(0, 40)).toBe(400);
      expect(answer.json()).toEqual(envelope);
      expect(asJson(answer).message).toBe('Could not read the request body');
    }
    const allowed = await login({}, deep(limits.jsonMaxDepth));
    expect(asJson(allowed).errors).toBeDefined();
  });

  it('SEC-06 refuses a body over the limit with 413', async () => {
    const answer = await login({}, JSON.stringify({ ...body, more: 'x'.repeat(limits.jsonBodyMaxBytes) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual(envelope);
  });

  it('SEC-06 names the wrong field', async () => {
    const answer = await login({}, { ...body, email: 'no address' });
    expect(asJson(answer)).toMatchObject({
      message: 'Please enter a valid email address',
      errors: [{ path: 'email', message: 'Please enter a valid email address' }],
    });
  });
});

describe('unknown addresses', () => {
  it('API-05 names the field in the message where the sentence is not ours', async () => {
    const answer = await send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 5, password: 'x', recaptchaToken: 'x' },
    });
    expect(answer.json<{ message: string }>().message).toMatch(/^email: /);
  });

  it('API-05 answers the envelope under /api, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const url of ['/api/nothing', '/api', '/api/', '/api/v1/nothing', '/api/auth/login/x']) {
        const answer = await send({ method, url });
        expect(answer.statusCode, `${method} ${url}`).toBe(404);
        expect(answer.json()).toEqual({ ...envelope, message: 'Not found' });
        expect(answer.headers['x-request-id']).toEqual(expect.any(String));
      }
  });

  it('API-05 answers 405 and what is allowed for a known address with another method', async () => {
    const answer = await send({ method: 'DELETE', url: '/api/auth/login' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe('POST');
    expect(answer.json()).toEqual(envelope);
    const one = await send({ method: 'PUT', url: '/api/access-tokens/8c1ec6a0-8f7e-4f43-9f9e-9d9b0f0f0f0f' });
    expect(one.headers.allow).toBe('DELETE');
  });

  it('API-05 answers a broken address and an overlong one with the envelope', async () => {
    const broken = await send({ method: 'GET', url: '/api/%E0%A4%A' });
    expect(broken.json()).toEqual(envelope);
    expect(broken.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
    const long = await send({ method: 'DELETE', url: `/api/access-tokens/${'x'.repeat(2_296)}` });
    expect(long.statusCode).toBe(400);
    expect(long.json()).toEqual(envelope);
  });
});

describe('broken HTTP', () => {
  async function raw(text: string): Promise<string> {
    const { port } = new URL(await built.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => built.app.listeningOrigin));
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(text);
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  it('API-05 answers a malformed request and huge headers with the envelope', async () => {
    const malformed = await raw('GET /api HTTP/1.1\r\nbroken header\r\n\r\n');
    expect(malformed).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(malformed.split('\r\n\r\n')[1] ?? '')).toEqual(envelope);
    const huge = await raw(`GET /api HTTP/1.1\r\nhost: x\r\nx-huge: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(huge).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(huge.split('\r\n\r\n')[1] ?? '')).toEqual(envelope);
    for (const answer of [malformed, huge]) expect(answer).toMatch(/^x-request-id: \S+\r$/im);
  });

  it.each([
    ['no host', 400, 'GET /api/users/me HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [
      'an expectation that nobody knows',
      401,
      'GET /api/users/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: more\r\n\r\n',
    ],
  ])('API-05 answers a request with %s with the envelope', async (_what, status, request) => {
    const [head = '', body = ''] = (await raw(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/^x-request-id: \S+\r$/im);
    expect(JSON.parse(body)).toEqual(envelope);
  });

  /** The server's end of a connection that sends this text and keeps its own end open. */
  async function half(server: Built, text: string) {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => server.app.listeningOrigin);
    const accepted = new Promise<Socket>((resolve) => server.app.server.once('connection', resolve));
    const ours = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
    ours.write(text);
    return { ours, theirs: await accepted };
  }

  it('SEC-06 closes a connection whose request was malformed, whatever the other side does', async () => {
    const { ours, theirs } = await half(built, 'GET /api HTTP/1.1\r\nbroken header\r\n\r\n');
    await new Promise<void>((resolve) => theirs.once('close', () => resolve()));
    ours.destroy();
  });

  it('API-05 answers the envelope while the server stops', async () => {
    const server = await build();
    const begun = 'GET /api/users/me HTTP/1.1\r\nhost: localhost\r\n';
    const { ours, theirs } = await half(server, begun);
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    while (theirs.bytesRead < begun.length) await nextTurn();
    const closed = server.close();
    while (server.app.server.listening) await nextTurn();
    ours.end('\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of ours) chunks.push(chunk);
    const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(JSON.parse(body)).toEqual(envelope);
    await closed;
  });
});

describe('the id of a request', () => {
  const ids = async (server: Built, header?: string) => {
    const headers = header === undefined ? {} : { 'x-request-id': header };
    const answer = await server.app.inject({ method: 'GET', url: '/api/nothing', headers });
    return answer.headers['x-request-id'];
  };

  it('API-05 is another one in each of two processes, and the caller’s own where that is well formed', async () => {
    const other = await build();
    try {
      const [one, two] = [await ids(built), await ids(other)];
      expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(two).not.toBe(one);
      expect(await ids(built, 'order-4711.a_b')).toBe('order-4711.a_b');
      expect(await ids(built, 'two words')).not.toBe('two words');
      expect(await ids(built, 'x'.repeat(129))).toHaveLength(36);
    } finally {
      await other.close();
    }
  });

  it('API-05 stands in the log beside what was refused', async () => {
    const lines: string[] = [];
    const logged = await build({ onLog: (line) => lines.push(line) });
    await logged.app.inject({ method: 'GET', url: '/api/users/me', headers: { 'x-request-id': 'order-4711' } });
    await logged.close();
    expect(lines.filter((line) => line.includes('request refused')).join()).toContain('request_id=order-4711');
  });
});

describe('headers', () => {
  it('SEC-04 sends the strict policy with every answer, refusals too', async () => {
    for (const url of ['/api/users/me', '/healthz', '/nothing']) {
      const { headers } = await send({ method: 'GET', url });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });
});

describe('the client address', () => {
  it('SEC-09 counts the peer, and a forwarded address only from a proxy that is trusted', async () => {
    const statuses = async (server: Built) => {
      const answers: number[] = [];
      for (let n = 0; n < 61; n += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${n}` };
        const answer = await server.app.inject({ method: 'GET', url: '/api/captcha?purpose=login', headers });
        answers.push(answer.statusCode);
      }
      return answers.filter((status) => status === 429).length;
    };
    const plain = await build({ config: { rateLimitScale: 1 } });
    expect(await statuses(plain)).toBe(1);
    await plain.close();
    const behindProxy = await build({ config: { rateLimitScale: 1, trustProxy: ['127.0.0.1'] } });
    expect(await statuses(behindProxy)).toBe(0);
    await behindProxy.close();
  });
});
