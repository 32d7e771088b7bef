import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityEvent, session, sessionToken } from '../src/db/schema.ts';
import { sha256 } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, type CookieBox, createCookieBox, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const day = 24 * 3_600_000;
const me = (box: CookieBox) => built.app.inject({ method: 'GET', url: '/api/users/me', headers: box.headers() });
const refresh = async (box: CookieBox, headers: Record<string, string> = {}) => {
  const answer = await built.app.inject({ method: 'GET', url: '/api/auth/refresh', headers: { ...box.headers(), ...headers } });
  box.take(answer);
  return answer;
};
/** A second browser that holds the same cookies. */
function copyOf(box: CookieBox): CookieBox {
  const copy = createCookieBox();
  for (const name of ['access_token', 'refresh_token', 'logged_in']) copy.set(name, box.get(name) ?? '');
  return copy;
}

describe('sessions', () => {
  it('AUTH-07 answers 401 without a session and with a made-up one', async () => {
    const box = createCookieBox();
    expect((await me(box)).statusCode).toBe(401);
    box.set('access_token', 'made-up');
    const answer = await me(box);
    expect(answer.statusCode).toBe(401);
    expect(asJson(answer)).toEqual({ status: 'error', message: 'Session expired. Please log in again.', data: null });
  });

  it('AUTH-09 ends an access token after 15 minutes, and a refresh gives a new one', async () => {
    const { box } = await registerAndSignIn(built);
    built.clock.advance(15 * 60_000);
    expect((await me(box)).statusCode).toBe(401);
    expect((await refresh(box)).statusCode).toBe(200);
    expect((await me(box)).statusCode).toBe(200);
  });

  it('AUTH-09 takes a refresh by POST too', async () => {
    const { box } = await registerAndSignIn(built);
    const old = box.get('refresh_token');
    expect((await post(built, '/api/auth/refresh', undefined, box)).statusCode).toBe(200);
    expect(box.get('refresh_token')).not.toBe(old);
  });

  it('AUTH-10 rotates once when 20 tabs refresh at the same moment, and all stay signed in', async () => {
    const { box } = await registerAndSignIn(built);
    const tabs = Array.from({ length: 20 }, () => copyOf(box));
    const answers = await Promise.all(tabs.map((tab) => refresh(tab)));
    expect(answers.every((answer) => answer.statusCode === 200)).toBe(true);
    const successors = answers.filter((answer) => answer.cookies.some((cookie) => cookie.name === 'refresh_token'));
    expect(successors).toHaveLength(1);
    for (const tab of tabs) expect((await me(tab)).statusCode).toBe(200);
  });

  it('AUTH-10 revokes the whole family when an old refresh token comes back after 10 s', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const thief = copyOf(box);
    expect((await refresh(box)).statusCode).toBe(200);
    built.clock.advance(10_000);
    expect((await refresh(copyOf(thief))).statusCode).toBe(200);
    built.clock.advance(1);
    const reuse = await refresh(thief);
    expect(reuse.statusCode).toBe(401);
    expect(reuse.cookies.map(({ name, value }) => [name, value]).sort()).toEqual([
      ['access_token', ''],
      ['logged_in', ''],
      ['refresh_token', ''],
    ]);
    expect((await me(box)).statusCode).toBe(401);
    expect((await refresh(box)).statusCode).toBe(401);
    const { db } = built.context;
    expect((await db.select().from(session).where(eq(session.userId, userId)))[0]?.revokedReason).toBe('refresh_reuse');
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
    expect(events.map((event) => event.kind)).toContain('session.refresh_reused');
  });

  it('AUTH-10 ends a session after 7 idle days and after 30 days in any case', async () => {
    const { box: idle } = await registerAndSignIn(built);
    built.clock.advance(7 * day);
    expect((await refresh(idle)).statusCode).toBe(401);
    const { box } = await registerAndSignIn(built);
    for (let n = 0; n < 5; n += 1) {
      built.clock.advance(6 * day - 1);
      expect((await refresh(box)).statusCode, `after ${6 * (n + 1)} days`).toBe(200);
    }
    built.clock.advance(6);
    expect((await refresh(box)).statusCode).toBe(401);
    expect((await me(box)).statusCode).toBe(401);
  });

  it('AUTH-10 SEC-05 refreshes for no other site and for no navigation', async () => {
    const { box } = await registerAndSignIn(built);
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
    ])
      expect((await refresh(box, headers)).statusCode).toBe(403);
    expect((await refresh(box)).statusCode).toBe(200);
  });

  it('AUTH-11 revokes the session on the server and takes all cookies back', async () => {
    const { box } = await registerAndSignIn(built);
    const copy = copyOf(box);
    const answer = await post(built, '/api/auth/logout', undefined, box);
    expect(answer.statusCode).toBe(200);
    expect(['access_token', 'refresh_token', 'logged_in'].map((name) => box.get(name))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await me(copy)).statusCode).toBe(401);
    expect((await refresh(copy)).statusCode).toBe(401);
  });

  it('AUTH-11 signs out a browser whose tokens are unknown or long over', async () => {
    const box = createCookieBox();
    box.set('logged_in', 'true');
    box.set('refresh_token', 'unknown');
    expect((await post(built, '/api/auth/logout', undefined, box)).statusCode).toBe(200);
    expect(box.get('logged_in')).toBeUndefined();
  });

  it('SEC-08 stores only the hash of a token', async () => {
    const { box } = await registerAndSignIn(built);
    const token = box.get('access_token') ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await built.context.db
      .select()
      .from(sessionToken)
      .where(eq(sessionToken.hash, sha256(token)));
    expect(rows).toMatchObject([{ kind: 'access' }]);
  });
});

describe('sessions over https', () => {
  it('AUTH-08 marks every cookie Secure and sends HSTS', async () => {
    const secure = await build({ config: { publicUrl: 'https://moderation.example', localMode: false, rateLimitScale: 1 } });
    const { box } = await registerAndSignIn(secure);
    const answer = await post(secure, '/api/auth/refresh', undefined, box);
    expect(answer.cookies.map((cookie) => cookie.secure)).toEqual([true, true, true]);
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    await secure.close();
  });
});
