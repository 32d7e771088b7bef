import { messages, serverMessages } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emailKey } from '../src/accounts/email-key.ts';
import { removeExpired } from '../src/accounts/remove-expired.ts';
import { captchaUsed, membership, rateLimit, registration, session, user } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, codeOf, createCookieBox, linkOf, password, post, register, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const complete = '/api/auth/complete-registration';
const verify = '/api/auth/verify-email';
const resend = '/api/auth/resend-code';
const minute = 60_000;
const get = (url: string, headers: Record<string, string>) => built.app.inject({ method: 'GET', url, headers });
const input = (email: string) => ({ name: 'Ada Example', email, password, recaptchaToken: 'off' });
const wrongOf = (code: string) => String((Number(code) + 1) % 100_000).padStart(5, '0');

async function newestMail(address: string, count = 1) {
  const [mail] = await built.mailsTo(address, count);
  if (!mail) throw new Error('no mail');
  return mail;
}

async function pendingOf(email: string) {
  const [row] = await built.context.db
    .select()
    .from(registration)
    .where(eq(registration.emailKey, emailKey(email)));
  return row;
}

describe('registration', () => {
  it('AUTH-02 AUTH-03 registers with the mailed code and signs in as owner of a new account (AUTH-07)', async () => {
    const browser = await registerAndSignIn(built, 'First@Example.com');
    const me = await get('/api/users/me', browser.headers);
    expect(me.statusCode).toBe(200);
    expect(me.json()).toMatchObject({ status: 'success', data: { user: { name: 'Ada Example', email: 'First@Example.com' } } });
    const rows = await built.context.db.select().from(membership).where(eq(membership.userId, browser.userId));
    expect(rows).toMatchObject([{ role: 'owner' }]);
    expect(await pendingOf('first@example.com')).toBeUndefined();
  });

  it('AUTH-01 enforces the password rules on the server and names what is not met', async () => {
    const answer = await post(
      built,
      '/api/auth/register',
      { ...input('rules@example.com'), password: 'short' },
      createCookieBox(),
    );
    expect(answer.statusCode).toBe(400);
    const { errors } = asJson(answer);
    expect(errors).toMatchObject([{ path: 'password' }]);
    expect(errors?.[0]?.message).toBe(
      'Password requirements not met: At least 8 characters, At least 1 uppercase letter, At least 1 special character',
    );
  });

  it('AUTH-01 refuses a common password and one made of the name, and neither uses up a registration', async () => {
    for (let n = 0; n < 6; n += 1) {
      const weak = { ...input('weak@example.com'), password: n % 2 === 0 ? 'Password1!' : 'Example-12!' };
      const answer = await post(built, '/api/auth/register', weak, createCookieBox(), '10.9.7.1');
      const message = n % 2 === 0 ? serverMessages.passwordCommon : serverMessages.passwordPersonal;
      expect(answer.statusCode).toBe(400);
      expect(asJson(answer)).toMatchObject({ message, errors: [{ path: 'password', message }] });
      expect(answer.cookies).toEqual([]);
    }
    const good = await post(built, '/api/auth/register', input('weak@example.com'), createCookieBox(), '10.9.7.1');
    expect(good.statusCode).toBe(200);
    expect(good.headers.ratelimit).toBe('"register-address";r=99;t=3600');
  });

  it('AUTH-05 asks for the captcha in its own words', async () => {
    const answer = await post(
      built,
      '/api/auth/register',
      { ...input('x@example.com'), recaptchaToken: undefined },
      createCookieBox(),
    );
    expect(answer.statusCode).toBe(400);
    expect(asJson(answer).message).toBe(messages.captchaRequired);
  });

  it('AUTH-16 answers a known address exactly as an unknown one, and tells only its owner', async () => {
    await registerAndSignIn(built, 'known@example.com');
    const known = await post(built, '/api/auth/register', input('KNOWN@example.com'), createCookieBox(), '10.9.0.1');
    const unknown = await post(built, '/api/auth/register', input('unknown@example.com'), createCookieBox(), '10.9.0.2');
    const shape = (answer: typeof known) => ({
      status: answer.statusCode,
      body: answer.body,
      headers: Object.keys(answer.headers).sort(),
      cookies: answer.cookies.map(({ value: _value, ...rest }) => rest),
    });
    expect(shape(known)).toEqual(shape(unknown));
    // Both were sent at the same moment of the test's clock: which one lies first says nothing.
    const mails = await built.mailsTo('known@example.com', 2);
    const notice = mails.find(({ subject }) => subject === 'You already have a Clearframe account');
    expect(mails).toHaveLength(2);
    expect(notice?.text).toBeDefined();
    expect(notice?.text).not.toMatch(/\b\d{5}\b/);
  });

  it('AUTH-03 takes the code only together with the pending cookie', async () => {
    await register(built, 'cookie@example.com');
    const code = codeOf((await newestMail('cookie@example.com')).text);
    const stranger = await post(built, complete, { verification_token: code }, createCookieBox(), '10.9.1.1');
    expect(stranger.statusCode).toBe(400);
    const other = await register(built, 'cookie-other@example.com');
    const crossed = await post(built, complete, { verification_token: code }, other, '10.9.1.2');
    // One in 100,000 runs gives both the same code.
    expect(crossed.statusCode).toBe(400);
  });

  it('AUTH-03 admits exactly 5 of 200 parallel wrong codes, and then not even the right one', async () => {
    const email = 'parallel@example.com';
    const box = await register(built, email);
    const code = codeOf((await newestMail(email)).text);
    const wrong = wrongOf(code);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => post(built, complete, { verification_token: wrong }, box, `10.8.0.${n}`)),
    );
    expect(answers.every((answer) => answer.statusCode === 400)).toBe(true);
    expect((await pendingOf(email))?.attempts).toBe(5);
    const right = await post(built, complete, { verification_token: code }, box, '10.8.1.1');
    expect(right.statusCode).toBe(400);
    expect(await built.context.db.select().from(user).where(eq(user.emailKey, email))).toEqual([]);
  });

  it('AUTH-03 lets a code make one account only, however often it is sent at once', async () => {
    const email = 'twice@example.com';
    const box = await register(built, email);
    const code = codeOf((await newestMail(email)).text);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        built.app.inject({ method: 'POST', url: complete, headers: box.headers(), payload: { verification_token: code } }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400, 400]);
    expect(await built.context.db.select().from(user).where(eq(user.emailKey, email))).toHaveLength(1);
  });

  it('AUTH-03 refuses a code after 10 minutes, and malformed ones with the specified sentence', async () => {
    const email = 'late@example.com';
    const box = await register(built, email);
    const code = codeOf((await newestMail(email)).text);
    const malformed = await post(built, complete, { verification_token: '12a45' }, box);
    expect(asJson(malformed).message).toBe(messages.codeInvalid);
    built.clock.advance(10 * minute);
    expect((await post(built, complete, { verification_token: code }, box)).statusCode).toBe(400);
  });

  it('AUTH-03 sends a new code after 60 s, which voids the old one and opens the tries again', async () => {
    const email = 'resend@example.com';
    const box = await register(built, email);
    const first = codeOf((await newestMail(email)).text);
    const early = await post(built, resend, undefined, box);
    expect(early.statusCode).toBe(429);
    expect(early.headers['retry-after']).toBe('60');
    for (let n = 0; n < 5; n += 1) await post(built, complete, { verification_token: wrongOf(first) }, box, '10.7.0.1');
    built.clock.advance(minute);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(built, resend, undefined, box)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 429, 429, 429, 429]);
    const second = codeOf((await newestMail(email, 2)).text);
    if (first !== second)
      expect((await post(built, complete, { verification_token: first }, box, '10.7.0.1')).statusCode).toBe(400);
    expect((await post(built, complete, { verification_token: second }, box, '10.7.0.1')).statusCode).toBe(200);
  });

  it('AUTH-16 sends at most 5 new codes an hour and none without a pending registration', async () => {
    const email = 'many@example.com';
    const box = await register(built, email);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      built.clock.advance(minute);
      statuses.push((await post(built, resend, undefined, box)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await post(built, resend, undefined, createCookieBox())).statusCode).toBe(400);
  });

  it('AUTH-16 looks at no more than 15 codes a day for one address', async () => {
    const email = 'guess@example.com';
    let last = 0;
    for (let n = 0; n < 4; n += 1) {
      const box = await register(built, email);
      const code = codeOf((await newestMail(email, n + 1)).text);
      for (let tried = 0; tried < 5; tried += 1)
        last = (await post(built, complete, { verification_token: wrongOf(code) }, box, `10.6.${n}.1`)).statusCode;
      expect(last).toBe(n < 3 ? 400 : 429);
    }
  });

  it('AUTH-04 verifies by the mailed link, once, and only in the browser that registered', async () => {
    const email = 'link@example.com';
    const box = await register(built, email);
    const token = linkOf((await newestMail(email)).text);
    const elsewhere = await post(built, verify, { token }, createCookieBox());
    expect(elsewhere.statusCode).toBe(400);
    expect(asJson(elsewhere).message).toMatch(/browser where you registered/);
    const other = await register(built, 'link-other@example.com');
    expect((await post(built, verify, { token }, other)).statusCode).toBe(400);
    const pending = box.get('pending_registration') ?? '';
    const answer = await post(built, verify, { token }, box);
    expect(answer.json()).toMatchObject({ status: 'success', data: { user: { email } } });
    box.set('pending_registration', pending);
    expect((await post(built, verify, { token }, box)).statusCode).toBe(400);
  });

  it('AUTH-16 forgets registrations, windows and used captchas when their time is over', async () => {
    const { db, clock } = built.context;
    await register(built, 'forgotten@example.com');
    await db.insert(captchaUsed).values({ nonce: 'n', expiresAt: clock.now() });
    built.clock.advance(25 * 60 * minute);
    await removeExpired(built.context);
    expect(await pendingOf('forgotten@example.com')).toBeUndefined();
    expect(await db.select().from(captchaUsed)).toEqual([]);
    expect(await db.select().from(rateLimit)).toEqual([]);
    expect(await db.select().from(session)).not.toEqual([]);
  });
});
