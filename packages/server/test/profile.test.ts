import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityEvent } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { type CookieBox, createCookieBox, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const rename = (box: CookieBox, payload: object, headers: Record<string, string> = {}) =>
  built.app.inject({ method: 'PATCH', url: '/api/users/me', headers: { ...box.headers(), ...headers }, payload });
const nameOf = async (box: CookieBox): Promise<string> =>
  (await built.app.inject({ method: 'GET', url: '/api/users/me', headers: box.headers() })).json().data.user.name;

describe('the profile', () => {
  it('AUTH-07 takes a new name of any script, and writes it into the security log once', async () => {
    const { box, userId } = await registerAndSignIn(built);
    for (const name of ['山田 太郎', '山田 太郎', '😀'.repeat(100)]) {
      const answer = await rename(box, { name });
      expect([answer.statusCode, answer.json().data.user.name]).toEqual([200, name]);
      expect(await nameOf(box)).toBe(name);
    }
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
    expect(events.filter(({ kind }) => kind === 'profile.renamed')).toHaveLength(2);
  });

  it('SEC-06 refuses a name with nothing to see, one that turns the text round, and one that is too long', async () => {
    const { box } = await registerAndSignIn(built);
    for (const name of ['\u200B', 'Ada\u202Etxt', 'a'.repeat(101), 7, undefined]) {
      const answer = await rename(box, { name });
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([400, 'name']);
    }
    expect(await nameOf(box)).toBe('Ada Example');
  });

  it('SEC-05 AUTH-12 is changed by nobody who is signed out, and by no other site', async () => {
    const { box } = await registerAndSignIn(built);
    expect((await rename(createCookieBox(), { name: 'Eve' })).statusCode).toBe(401);
    expect((await rename(box, { name: 'Eve' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect(await nameOf(box)).toBe('Ada Example');
  });
});
