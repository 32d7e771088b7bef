import { messages, serverMessages } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../src/accounts/remove-expired.ts';
import { createApp } from '../src/app.ts';
import { createContext } from '../src/create-context.ts';
import { emailChange, passwordReset, rateLimit, securityEvent, session, signInChallenge, totp, user } from '../src/db/schema.ts';
import { sha256 } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { rateLimitScale: 1 } });
});
afterAll(() => built.close());

const forgot = '/api/auth/forgot-password';
const reset = '/api/auth/reset-password';
const minute = 60_000;
const newPassword = 'Another-horse-10';
let clients = 0;
/** Each call from a client of its own, unless a test counts them. */
const freshIp = () => {
  clients += 1;
  return `10.200.${Math.floor(clients / 250)}.${clients % 250}`;
};
const ask = (email: string, ip = freshIp()) => post(built, forgot, { email, recaptchaToken: 'off' }, createCookieBox(), ip);
const set = (token: string, given = newPassword, ip = freshIp()) =>
  post(built, reset, { token, password: given }, createCookieBox(), ip);
const login = (email: string, given: string) =>
  post(built, '/api/auth/login', { email, password: given, recaptchaToken: 'off' }, createCookieBox(), freshIp());

async function linksTo(email: string, count = 1): Promise<URL[]> {
  for (;;) {
    const links = (await built.mailsTo(email, count)).flatMap(({ text }) => text.match(/http\S+\/reset-password\?\S+/) ?? []);
    if (links.length >= count) return links.map((link) => new URL(link));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Asks, and takes the token of the mail. */
async function tokenFor(email: string): Promise<string> {
  await ask(email);
  return (await linksTo(email))[0]?.searchParams.get('token') ?? '';
}

const kindsOf = async (userId: string) =>
  (await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId)).orderBy(securityEvent.id)).map(
    ({ kind }) => kind,
  );

describe('asking for a new password', () => {
  it('AUTH-13 AUTH-16 answers known and unknown addresses alike, and mails a link of PUBLIC_URL to the known one only', async () => {
    const { email } = await registerAndSignIn(built, 'forgot+a@example.com');
    const shape = (answer: Awaited<ReturnType<typeof ask>>) => {
      const { 'x-request-id': _id, date: _date, ...headers } = answer.headers;
      return { status: answer.statusCode, body: answer.body, headers };
    };
    const unknown = await ask('nobody@example.com');
    const known = await ask(email.toUpperCase());
    expect(shape(known)).toEqual(shape(unknown));
    expect(asJson(known)).toEqual({ status: 'success', data: null, message: messages.resetMailed });
    const [link] = await linksTo(email);
    expect(link?.origin).toBe(built.context.config.publicUrl);
    expect(link?.pathname).toBe('/reset-password');
    expect(link?.searchParams.get('email')).toBe(email);
    expect(link?.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    expect((await built.outbox()).some(({ to }) => to === 'nobody@example.com')).toBe(false);
  });

  it('AUTH-13 AUTH-05 needs the captcha and an address', async () => {
    const without = await post(built, forgot, { email: 'a@example.com' }, createCookieBox(), freshIp());
    expect([without.statusCode, asJson(without).message]).toEqual([400, messages.captchaRequired]);
    const wrong = await ask('no address');
    expect([wrong.statusCode, asJson(wrong).message]).toEqual([400, 'Please enter a valid email address']);
  });

  it('AUTH-16 mails 3 links an hour to one address and says nothing about the rest, whatever the client', async () => {
    const { email } = await registerAndSignIn(built, 'often@example.com');
    const wishes = async () => {
      const text = "select count(*)::int as count from pgboss.job where name = 'request-reset'";
      return (await built.database.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0;
    };
    const before = await wishes();
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await ask(email));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await wishes()).toBe(before + 3);
    expect(await linksTo(email, 3)).toHaveLength(3);
    built.clock.advance(60 * minute);
    await ask(email);
    expect(await wishes()).toBe(before + 4);
  });

  it('AUTH-16 SEC-09 refuses the eleventh wish of a client in an hour, on whichever server it asks', async () => {
    const second = await createContext(built.context.config, { clock: built.clock, log: built.context.log, name: 'second' });
    const app = await createApp(second);
    const ip = '10.201.0.1';
    const headers = createCookieBox().headers();
    for (let n = 0; n < 10; n += 1) {
      const payload = { email: `client-${n}@example.com`, recaptchaToken: 'off' };
      const server = n % 2 === 0 ? built.app : app;
      const answer = await server.inject({ method: 'POST', url: forgot, remoteAddress: ip, headers, payload });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['ratelimit-policy']).toBe('"forgot-address";q=10;w=3600');
      expect(answer.headers.ratelimit).toBe(`"forgot-address";r=${9 - n};t=3600`);
    }
    for (const server of [built.app, app]) {
      const payload = { email: 'client-11@example.com', recaptchaToken: 'off' };
      const answer = await server.inject({ method: 'POST', url: forgot, remoteAddress: ip, headers, payload });
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600']);
    }
    await app.close();
    await second.close();
  });
});

describe('setting a new password', () => {
  it('AUTH-14 sets it, ends every session, clears the delays, tells the owner, and signs nobody in', async () => {
    const person = await registerAndSignIn(built, 'reset@example.com');
    const { email, userId, box } = person;
    const elsewhere = await login(email, password);
    expect(elsewhere.statusCode).toBe(200);
    for (let n = 0; n < 5; n += 1) await login(email, 'Wrong-password-1');
    expect((await login(email, password)).statusCode).toBe(429);

    const answer = await set(await tokenFor(email));
    expect([answer.statusCode, answer.cookies.map(({ name }) => name)]).toEqual([200, ['known_device']]);
    expect(asJson(answer).data).toBeNull();
    const me = await built.app.inject({ method: 'GET', url: '/api/users/me', headers: box.headers() });
    expect(me.statusCode).toBe(401);
    expect((await post(built, '/api/auth/refresh', undefined, box)).statusCode).toBe(401);
    const rows = await built.context.db.select().from(session).where(eq(session.userId, userId));
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ revokedAt }) => revokedAt !== null)).toBe(true);

    expect((await login(email, password)).statusCode).toBe(401);
    expect((await login(email, newPassword)).statusCode).toBe(200);
    const notice = (await built.mailsTo(email, 3)).find(({ subject }) => subject === 'Your Clearframe password changed');
    expect(notice?.text).not.toContain('token');
    expect(await kindsOf(userId)).toEqual(expect.arrayContaining(['password.reset_requested', 'password.reset']));
  });

  it('AUTH-14 gives no session to a sign-in with the old password that was under way', async () => {
    const { email, userId } = await registerAndSignIn(built, 'under-way@example.com');
    const client = await built.database.pool.connect();
    await client.query('begin');
    await client.query('update "user" set password_hash = $1 where id = $2', ['replaced', userId]);
    const signingIn = login(email, password);
    // It compared the old password and now waits for what happens to the row.
    for (;;) {
      const text = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'";
      if ((await built.database.pool.query(text)).rowCount) break;
    }
    await client.query('commit');
    client.release();
    expect((await signingIn).statusCode).toBe(401);
  });

  it('AUTH-14 takes a link once: of 8 parallel uses one succeeds, and none after it', async () => {
    const { email } = await registerAndSignIn(built, 'parallel-reset@example.com');
    const token = await tokenFor(email);
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => set(token, `${newPassword}-${n}`)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    expect((await login(email, `${newPassword}-${statuses.indexOf(200)}`)).statusCode).toBe(200);
    const again = await set(token);
    expect([again.statusCode, asJson(again).message]).toEqual([400, messages.resetLinkInvalid]);
  });

  it('AUTH-14 takes the newest link only, for 30 minutes', async () => {
    const { email, userId } = await registerAndSignIn(built, 'newest@example.com');
    const older = await tokenFor(email);
    await ask(email);
    const tokens = (await linksTo(email, 2)).map(({ searchParams }) => searchParams.get('token') ?? '');
    expect((await set(older)).statusCode).toBe(400);
    const newer = tokens.find((token) => token !== older) ?? '';
    built.clock.advance(30 * minute);
    expect((await set(newer)).statusCode).toBe(400);
    await removeExpired(built.context);
    expect(await built.context.db.select().from(passwordReset).where(eq(passwordReset.userId, userId))).toEqual([]);
    expect((await login(email, password)).statusCode).toBe(200);
  });

  it('AUTH-14 AUTH-01 refuses a weak, common or personal password in its own words, and the link stays good', async () => {
    const { email } = await registerAndSignIn(built, 'weak-reset@example.com');
    const token = await tokenFor(email);
    for (const [given, said] of [
      ['short', /^Password requirements not met: At least 8 characters, /],
      ['Password1!', serverMessages.passwordCommon],
      ['Weak-reset-1', serverMessages.passwordPersonal],
    ] as const) {
      const answer = await set(token, given);
      expect(answer.statusCode).toBe(400);
      expect(asJson(answer).errors).toEqual([{ path: 'password', message: expect.stringMatching(said) }]);
    }
    expect((await set(token)).statusCode).toBe(200);
  });

  it('AUTH-14 proves the mailbox alone: a second step stays on, and what a thief began is void', async () => {
    const { email, userId } = await registerAndSignIn(built, 'second-step@example.com');
    const { db, clock } = built.context;
    const now = clock.now();
    const soon = new Date(now.getTime() + minute);
    await db.insert(totp).values({ userId, secretSealed: 'sealed', confirmedAt: now });
    await db.insert(signInChallenge).values({ kind: 'two_step', secretHash: sha256('begun'), userId, expiresAt: soon });
    const thief = 'thief@example.com';
    await db.insert(emailChange).values({ userId, email: thief, emailKey: thief, tokenHash: sha256('thief'), expiresAt: soon });
    expect((await set(await tokenFor(email))).statusCode).toBe(200);
    expect(await db.select().from(totp).where(eq(totp.userId, userId))).toHaveLength(1);
    expect(await db.select().from(signInChallenge).where(eq(signInChallenge.userId, userId))).toEqual([]);
    expect(await db.select().from(emailChange).where(eq(emailChange.userId, userId))).toEqual([]);
  });

  it('AUTH-16 refuses a client that tries out links', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await set('x'.repeat(43), newPassword, '10.202.0.1')).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  });

  it('SEC-08 keeps neither the token nor the address that was typed readable in the database', async () => {
    const { email, userId } = await registerAndSignIn(built, 'stored@example.com');
    const token = await tokenFor(email);
    await ask('unknown-typed@example.com');
    const { pool } = built.database;
    const [row] = await built.context.db
      .select()
      .from(passwordReset)
      .innerJoin(user, and(eq(user.id, passwordReset.userId), eq(user.id, userId)));
    expect(row?.password_reset.tokenHash).toBe(sha256(token));
    const { rows: jobs } = await pool.query<{ row: string }>('select j::text as row from pgboss.job j');
    expect(jobs.some((job) => job.row.includes('request-reset'))).toBe(true);
    const requests = await pool.query<{ sealed: string }>(
      "select data->>'sealed' as sealed from pgboss.job where name = 'request-reset'",
    );
    // The cookie by which a browser is known is a secret too.
    for (const { sealed } of requests.rows)
      expect(Object.keys(JSON.parse(built.context.secrets.open('mail', sealed)).client).sort()).toEqual(['ip', 'userAgent']);
    const everything = JSON.stringify([jobs, await built.context.db.select().from(rateLimit)]);
    for (const secret of [token, 'unknown-typed']) expect(everything).not.toContain(secret);
  });
});
