import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Built, build } from './helpers/build.ts';
import { accountOf, addMember, openSession } from './helpers/members.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const minute = 60_000;
type Listed = {
  id: string;
  current: boolean;
  userAgent: string | null;
  ip: string | null;
  lastUsedAt: string;
  signedInAt: string;
};
const get = (box: CookieBox, url: string) => built.app.inject({ method: 'GET', url, headers: box.headers() });
const list = async (box: CookieBox): Promise<Listed[]> => (await get(box, '/api/users/me/sessions')).json().data.sessions;
const me = async (box: CookieBox) => (await get(box, '/api/users/me')).statusCode;
const end = async (box: CookieBox, id: string, headers: Record<string, string> = {}) => {
  const answer = await built.app.inject({
    method: 'DELETE',
    url: `/api/users/me/sessions/${id}`,
    headers: { ...box.headers(), ...headers },
  });
  box.take(answer);
  return answer;
};
/** A fresh person in two browsers. */
async function twoBrowsers() {
  const { box, userId, email } = await registerAndSignIn(built);
  const other = await openSession(built, userId, await accountOf(built, userId));
  return { box, other, userId, email };
}
const idOf = async (box: CookieBox) => (await list(box)).find(({ current }) => current)?.id ?? '';

describe('signed-in devices', () => {
  it('AUTH-11 are listed with the one that asks first, their address, and the last refresh as last use', async () => {
    const { box, other } = await twoBrowsers();
    const signedInAt = built.clock.now().toISOString();
    built.clock.advance(20 * minute);
    expect((await post(built, '/api/auth/refresh', undefined, other)).statusCode).toBe(200);
    expect((await post(built, '/api/auth/refresh', undefined, box)).statusCode).toBe(200);
    built.clock.advance(minute);
    const sessions = await list(box);
    expect(sessions.map(({ current }) => current)).toEqual([true, false]);
    expect(sessions[1]).toMatchObject({ userAgent: 'test', ip: '127.0.0.1', signedInAt });
    expect(Date.parse(sessions[1]?.lastUsedAt ?? '')).toBe(built.clock.now().getTime() - minute);
    expect((await list(other)).map(({ id }) => id)).toEqual(sessions.map(({ id }) => id).reverse());
  });

  it('AUTH-10 AUTH-11 leave out what was signed out, and what nobody refreshed for seven days', async () => {
    const { box, other, userId } = await twoBrowsers();
    const left = await openSession(built, userId, await accountOf(built, userId));
    await post(built, '/api/auth/logout', undefined, left);
    expect(await list(box)).toHaveLength(2);
    built.clock.advance(4 * 24 * 60 * minute);
    await post(built, '/api/auth/refresh', undefined, box);
    built.clock.advance(4 * 24 * 60 * minute);
    await post(built, '/api/auth/refresh', undefined, box);
    expect(await list(box)).toHaveLength(1);
    expect((await post(built, '/api/auth/refresh', undefined, other)).statusCode).toBe(401);
  });

  it('AUTH-09 AUTH-11 can be signed out one by one: the next request and the next refresh are refused', async () => {
    const { box, other } = await twoBrowsers();
    expect((await end(box, await idOf(other))).statusCode).toBe(200);
    expect([await me(box), await me(other)]).toEqual([200, 401]);
    expect((await post(built, '/api/auth/refresh', undefined, other)).statusCode).toBe(401);
    const events = (await get(box, '/api/users/me/security-events')).json().data.security_events;
    expect(events[0]).toMatchObject({ kind: 'session.revoked', ip: '127.0.0.1' });
  });

  it('AUTH-16 another one needs a recent proof of who one is, this one does not', async () => {
    const { box, other } = await twoBrowsers();
    built.clock.advance(11 * minute);
    const id = await idOf(other);
    for (const refused of [await end(box, id), await post(built, '/api/users/me/sessions/revoke-others', {}, box)])
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'confirmation_required']);
    expect((await post(built, '/api/users/me/sessions/revoke-all', {}, box)).statusCode).toBe(403);
    expect(await me(other)).toBe(200);
    expect((await post(built, '/api/auth/confirm', { password }, box)).statusCode).toBe(200);
    expect((await end(box, id)).statusCode).toBe(200);
    built.clock.advance(11 * minute);
    expect((await post(built, '/api/auth/refresh', undefined, box)).statusCode).toBe(200);
    expect((await end(box, await idOf(box))).statusCode).toBe(200);
    expect(['access_token', 'refresh_token', 'logged_in'].map((name) => box.get(name))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('AUTH-11 can be signed out all but this one, or all', async () => {
    const { box, other, userId } = await twoBrowsers();
    const third = await openSession(built, userId, await accountOf(built, userId));
    const others = await post(built, '/api/users/me/sessions/revoke-others', undefined, box);
    expect([others.statusCode, others.json().data]).toEqual([200, { ended: 2 }]);
    expect([await me(box), await me(other), await me(third)]).toEqual([200, 401, 401]);
    const copy = createCookieBox();
    copy.set('access_token', box.get('access_token') ?? '');
    const all = await post(built, '/api/users/me/sessions/revoke-all', undefined, box);
    expect([all.json().data, box.get('logged_in'), await me(copy)]).toEqual([{ ended: 1 }, undefined, 401]);
  });

  it('SEC-03 SEC-05 of others do not exist, and no other site ends them', async () => {
    const { box, other } = await twoBrowsers();
    const stranger = await registerAndSignIn(built);
    // Somebody of the same account is a stranger to the devices too.
    const colleague = await addMember(built, 'moderator', await accountOf(built, stranger.userId));
    for (const id of [await idOf(stranger.box), await idOf(colleague.box), randomUUID()])
      expect((await end(box, id)).statusCode).toBe(404);
    expect((await end(stranger.box, await idOf(colleague.box))).statusCode).toBe(404);
    expect((await end(box, 'no-id')).statusCode).toBe(400);
    const id = await idOf(other);
    expect((await end(box, id, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await end(createCookieBox(), id)).statusCode).toBe(401);
    expect([await me(stranger.box), await me(colleague.box), await me(other)]).toEqual([200, 200, 200]);
  });
});
