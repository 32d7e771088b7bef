import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailChange, passwordReset, securityEvent, session, user } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, openSession } from './helpers/members.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const next = 'Another-staple-7';
const change = (box: CookieBox, body: object) => post(built, '/api/users/me/password', body, box);
const me = async (box: CookieBox) =>
  (await built.app.inject({ method: 'GET', url: '/api/users/me', headers: box.headers() })).statusCode;
const signIn = (email: string, secret: string) =>
  post(built, '/api/auth/login', { email, password: secret, recaptchaToken: 'off' }, createCookieBox());

describe('a new password by the current one', () => {
  it('AUTH-10 AUTH-11 signs every other browser out, gives this one new tokens, and tells the mailbox', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const other = await openSession(built, userId, await accountOf(built, userId));
    const old = createCookieBox();
    for (const name of ['access_token', 'refresh_token']) old.set(name, box.get(name) ?? '');
    expect((await change(box, { current_password: password, new_password: next })).statusCode).toBe(200);
    expect([await me(box), await me(other), await me(old)]).toEqual([200, 401, 401]);
    expect((await post(built, '/api/auth/refresh', undefined, old)).statusCode).toBe(401);
    expect((await post(built, '/api/auth/refresh', undefined, other)).statusCode).toBe(401);
    expect((await post(built, '/api/auth/refresh', undefined, box)).statusCode).toBe(200);
    expect([(await signIn(email, password)).statusCode, (await signIn(email, next)).statusCode]).toEqual([401, 200]);
    const notice = (await built.mailsTo(email, 2)).find(({ subject }) => subject === 'Your Clearframe password changed');
    expect(notice?.text).toContain('/forgot-password');
    expect(notice?.text).not.toContain(next);
    const { db } = built.context;
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
    expect(events.map(({ kind }) => kind)).toContain('password.changed');
    const reasons = (await db.select().from(session).where(eq(session.userId, userId))).map((row) => row.revokedReason);
    expect(reasons.filter((reason) => reason === 'password_changed')).toHaveLength(1);
  });

  it('AUTH-16 needs the current password, and delays guesses of it', async () => {
    const { box, email } = await registerAndSignIn(built);
    const guess = { current_password: 'Wrong-password-1', new_password: next };
    for (let n = 0; n < 5; n += 1) {
      const refused = await change(box, guess);
      expect([refused.statusCode, refused.json().errors]).toEqual([
        400,
        [{ path: 'current_password', message: 'The password is wrong' }],
      ]);
    }
    expect((await change(box, guess)).statusCode).toBe(429);
    expect((await change(box, { current_password: password, new_password: next })).statusCode).toBe(429);
    built.clock.advance(60_000);
    expect((await signIn(email, password)).statusCode).toBe(200);
  });

  it.each([
    ['short', 'Password requirements not met:'],
    ['Password1!', 'This password is one of the most common ones. Please choose another.'],
    ['Example-12!', 'Please choose a password that is not made of your name'],
    [password, 'Please choose a password that differs from the current one'],
  ])('AUTH-01 refuses %s as a new password by the rules of registration', async (secret, message) => {
    const { box, userId } = await registerAndSignIn(built);
    const other = await openSession(built, userId, await accountOf(built, userId));
    const refused = await change(box, { current_password: password, new_password: secret });
    expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'new_password']);
    expect(refused.json().message).toContain(message);
    expect(await me(other)).toBe(200);
  });

  it('AUTH-14 voids the links that were mailed before', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const { db } = built.context;
    const link = { userId, tokenHash: userId, expiresAt: new Date(Date.now() + 60_000) };
    await db.insert(passwordReset).values(link);
    await db.insert(emailChange).values({ ...link, email: 'thief@example.com', emailKey: 'thief@example.com' });
    expect((await change(box, { current_password: password, new_password: next })).statusCode).toBe(200);
    expect(await db.select().from(passwordReset).where(eq(passwordReset.userId, userId))).toEqual([]);
    expect(await db.select().from(emailChange).where(eq(emailChange.userId, userId))).toEqual([]);
  });

  it('SEC-05 AUTH-12 is changed by nobody who is signed out, and by no other site', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const { db } = built.context;
    const hash = async () => (await db.select().from(user).where(eq(user.id, userId)))[0]?.passwordHash;
    const before = await hash();
    const body = { current_password: password, new_password: next };
    expect((await change(createCookieBox(), body)).statusCode).toBe(401);
    const foreign = { ...box.headers(), 'sec-fetch-site': 'cross-site' };
    const answer = await built.app.inject({ method: 'POST', url: '/api/users/me/password', headers: foreign, payload: body });
    expect([answer.statusCode, await hash()]).toEqual([403, before]);
  });
});
