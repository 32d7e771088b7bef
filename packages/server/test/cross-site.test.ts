import { endpoints } from '@clearframe/contract';
import cookiePlugin from '@fastify/cookie';
import Fastify, { type FastifyReply } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { type CookieName, cookieNames, dropCookies, putCookie } from '../src/routes/http/session-cookies.ts';
import { type Built, build } from './helpers/build.ts';
import { addressOf, type KnownRoute, routesOf } from './helpers/routes-of.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
let cookie: string;
let changing: KnownRoute[];
let doors: KnownRoute[];
/** The page of a statement is none, but reads no cookie either: its signed address is the proof. */
const isDoor = (url: string) => /^\/(statement\/|v1\/|mcp$|api\/(openai|misskey|check|rekognition|oip|s3-events)\b)/.test(url);
beforeAll(async () => {
  built = await build();
  cookie = (await registerAndSignIn(built)).headers.cookie ?? '';
  const all = routesOf(built.app).filter(({ method, url }) => !['GET', 'HEAD'].includes(method) && !url.startsWith('/api/v1/'));
  // Bearer routes and doors read no cookies.
  changing = all.filter(({ url }) => !isDoor(url));
  doors = all.filter(({ url }) => isDoor(url));
});
afterAll(() => built.close());

/** Everything that a request could change for the person, but for when they were last seen. */
async function state(): Promise<string> {
  const paths = ['users/me', 'access-tokens', 'keyword-settings', 'subscriptions/current', 'media', 'team'];
  const answers = await Promise.all(
    paths.map((path) => built.app.inject({ method: 'GET', url: `/api/${path}`, headers: { cookie } })),
  );
  return answers.map((answer) => `${answer.statusCode} ${answer.body}`).join('\n');
}

describe('requests of another site with cookies', () => {
  it('SEC-05 knows every route that changes something, those of the contract among them', () => {
    const known = changing.map(({ method, url }) => `${method} ${url}`);
    const table = Object.values(endpoints).filter(({ method, access }) => method !== 'GET' && access !== 'token');
    expect(known).toEqual(expect.arrayContaining(table.map(({ method, path }) => `${method} /api${path}`)));
    expect(known.length).toBeGreaterThan(20);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'https://localhost:3000' },
    { origin: 'null' },
  ])('SEC-05 refuses each of them with %j, whatever the body, and nothing changes', async (headers) => {
    const before = await state();
    for (const { method, url } of changing)
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
        const answer = await built.app.inject({
          method,
          url: addressOf(url),
          headers: { ...headers, cookie, 'content-type': type },
          payload: '{}',
        });
        expect(answer.statusCode, `${method} ${url} ${type}`).toBe(403);
        expect(answer.json<{ status: string }>().status).toBe('error');
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    expect(await state()).toBe(before);
  });

  it('SEC-05 lets a cookie open no door, whatever the body', async () => {
    const before = await state();
    expect(doors.length).toBeGreaterThan(0);
    for (const { method, url } of doors) {
      const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'application/json' };
      const answer = await built.app.inject({ method, url: addressOf(url), headers, payload: '{}' });
      // Amazon's protocol says 400 to whoever did not sign.
      const refusals = url.startsWith('/api/rekognition') ? [400] : [401, 404, 405];
      expect(refusals, `${method} ${url}`).toContain(answer.statusCode);
    }
    expect(await state()).toBe(before);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; charset=utf-8; application/json', 'application/xml'])(
    'SEC-05 takes %s nowhere, not even of our own pages',
    async (type) => {
      const before = await state();
      for (const { method, url } of changing) {
        const headers = { 'sec-fetch-site': 'same-origin', cookie, 'content-type': type };
        const answer = await built.app.inject({ method, url: addressOf(url), headers, payload: '{"name":"x"}' });
        expect(answer.statusCode, `${method} ${url}`).toBe(415);
      }
      expect(await state()).toBe(before);
    },
  );

  it('SEC-05 AUTH-10 lets no other site and no link refresh the session, although that is a GET', async () => {
    for (const method of ['GET', 'HEAD'] as const)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
        { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      ]) {
        const answer = await built.app.inject({ method, url: '/api/auth/refresh', headers: { ...headers, cookie } });
        expect(answer.statusCode, JSON.stringify(headers)).toBe(403);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
  });
});

describe('request bodies', () => {
  it.each(['gzip', 'br', 'deflate', 'GZIP', 'identity, gzip', 'x'])(
    'SEC-06 API-05 takes none with Content-Encoding %s',
    async (coding) => {
      for (const url of ['/api/auth/login', '/api/media/upload', '/api/v1/upload']) {
        const answer = await built.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', 'content-encoding': coding },
          payload: '{}',
        });
        expect(answer.statusCode).toBe(415);
        expect(answer.headers['accept-encoding']).toBe('identity');
        expect(answer.json()).toEqual({ status: 'error', message: expect.stringContaining('Content-Encoding'), data: null });
      }
    },
  );

  it('SEC-06 takes a body that says it is as it is', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    const payload = '{"email":"a@example.com","password":"x","recaptchaToken":"off"}';
    const answer = await built.app.inject({ method: 'POST', url: '/api/auth/login', headers, payload });
    expect(answer.statusCode).toBe(401);
  });
});

describe('cookies', () => {
  const all = 'HttpOnly';
  const expected: Record<CookieName, string> = {
    access_token: `Path=/; ${all}; SameSite=Lax`,
    refresh_token: `Path=/api/auth; ${all}; SameSite=Strict`,
    logged_in: 'Path=/; SameSite=Lax',
    two_step: `Path=/api/auth; ${all}; SameSite=Strict`,
    passkey_challenge: `Path=/api; ${all}; SameSite=Strict`,
    known_device: `Path=/api; ${all}; SameSite=Strict`,
    pending_registration: `Path=/; ${all}; SameSite=Strict`,
  };

  it.each([
    ['http://localhost:3000', false],
    ['https://moderation.example', true],
  ])('AUTH-08 SEC-05 have exactly these attributes at %s', async (publicUrl, isSecure) => {
    expect([...cookieNames].sort()).toEqual(Object.keys(expected).sort());
    const app = Fastify();
    await app.register(cookiePlugin);
    const jarOf = (reply: FastifyReply) => ({ reply, config: { ...readConfig({}), publicUrl }, now: new Date(0) });
    app.get('/put', async (_request, reply) => {
      for (const name of cookieNames) putCookie(jarOf(reply), name, { token: 'value', expiresAt: new Date(60_000) });
      return '';
    });
    app.get('/drop', async (_request, reply) => {
      dropCookies(jarOf(reply), cookieNames);
      return '';
    });
    const secure = isSecure ? '; Secure' : '';
    const lines = async (url: string) => [(await app.inject({ method: 'GET', url })).headers['set-cookie'] ?? []].flat();
    expect((await lines('/put')).sort()).toEqual(
      cookieNames
        .map((name) => `${name}=value; Max-Age=60; ${expected[name].replace('; SameSite', `${secure}; SameSite`)}`)
        .sort(),
    );
    // A browser forgets a cookie only when path and Secure are those that it was set with.
    for (const line of await lines('/drop')) {
      const name = cookieNames.find((one) => line.startsWith(`${one}=;`));
      expect(name).toBeDefined();
      if (name) expect(line).toContain(expected[name].split(';')[0]);
      expect(line.includes('Secure')).toBe(isSecure);
      expect(line).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/);
    }
    await app.close();
  });

  it('AUTH-11 a sign-out takes the session’s cookies back, and leaves those that are no part of it', async () => {
    const { headers } = await registerAndSignIn(built);
    const answer = await built.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
    const dropped = answer.cookies.filter(({ value }) => value === '').map(({ name }) => name);
    expect(dropped.sort()).toEqual(['access_token', 'logged_in', 'refresh_token']);
    expect(answer.headers['clear-site-data']).toBe('"cache"');
  });
});
