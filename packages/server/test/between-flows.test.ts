import { randomUUID } from 'node:crypto';
import { AppError } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessToken,
  dataExport,
  invitation,
  membership,
  passkey,
  passwordReset,
  securityEvent,
  session,
  signInChallenge,
} from '../src/db/schema.ts';
import { sha256 } from '../src/security/secrets.ts';
import { firstStep, turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { codeOfApp } from './helpers/code-of-app.ts';
import { accountOf, addMember, openSession } from './helpers/members.ts';
import { asJson, type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';
import { type AssertionRequest, createAuthenticator, type RegistrationRequest } from './helpers/software-authenticator.ts';

let built: Built;
beforeAll(async () => {
  // No job removes anything here: what one would tidy up must not be what keeps people out.
  built = await build({ config: { throughputScale: 100, rateLimitScale: 100 } });
});
afterAll(() => built.close());

const deleteMe = (box: CookieBox, confirm: string) =>
  built.app.inject({ method: 'DELETE', url: '/api/users/me', headers: box.headers(), payload: { confirm } });
const openSessionsOf = async (userId: string) => {
  const rows = await built.context.db.select().from(session).where(eq(session.userId, userId));
  return rows.filter(({ revokedAt }) => revokedAt === null).length;
};
const accountsOwnedBy = (userId: string) =>
  built.context.db.$count(membership, and(eq(membership.userId, userId), eq(membership.role, 'owner')));

/** Locks rows from outside, until it is told to let go. */
async function holdRows(statement: string, ...values: string[]) {
  const client = await built.database.pool.connect();
  await client.query('begin');
  const { rowCount } = await client.query(statement, values);
  if (!rowCount) throw new Error('Nothing was locked');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Until so many statements wait for a lock. */
async function untilWaiting(count: number) {
  const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  for (;;) {
    if (((await built.database.pool.query(text)).rowCount ?? 0) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('whoever deleted themself', () => {
  const host = 'localhost:3000';
  const send = async (box: CookieBox, path: string, payload?: object) => {
    const headers = { ...box.headers(), host };
    const answer = await built.app.inject({ method: 'POST', url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
    box.take(answer);
    return answer;
  };
  const optionsOf = async <T>(box: CookieBox, path: string) =>
    (await send(box, path)).json<{ data: { options: T } }>().data.options;

  it('AUTH-11 is not let in again by a passkey, neither with a challenge from before nor with a new one', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const authenticator = createAuthenticator(`http://${host}`);
    const creation = await optionsOf<RegistrationRequest>(box, '/users/me/passkeys/options');
    const added = await send(box, '/users/me/passkeys', { name: 'Laptop', response: authenticator.create(creation) });
    expect(added.statusCode).toBe(200);
    const other = createCookieBox();
    const before = await optionsOf<AssertionRequest>(other, '/auth/passkey/options');
    expect((await deleteMe(box, email)).statusCode).toBe(200);

    expect((await send(other, '/auth/passkey', { response: authenticator.get(before) })).statusCode).toBe(400);
    const fresh = createCookieBox();
    const after = await optionsOf<AssertionRequest>(fresh, '/auth/passkey/options');
    expect((await send(fresh, '/auth/passkey', { response: authenticator.get(after) })).statusCode).toBe(400);
    expect(await openSessionsOf(userId)).toBe(0);
    expect(await accountsOwnedBy(userId)).toBe(0);
  });

  it('AUTH-11 is not let in by a second step that was begun before', async () => {
    const browser = await registerAndSignIn(built);
    const { recoveryCodes } = await turnOnTwoStep(built, browser);
    const { box } = await firstStep(built, browser.email);
    expect(box.get('two_step')).toBeDefined();
    expect((await deleteMe(browser.box, browser.email)).statusCode).toBe(200);
    const second = await post(built, '/api/auth/two-step', { recovery_code: recoveryCodes[0] }, box);
    expect([second.statusCode, box.get('access_token')]).toEqual([400, undefined]);
    expect(await accountsOwnedBy(browser.userId)).toBe(0);
  });

  it('AUTH-11 is not let in by a sign-in that compared the password just before', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const letGo = await holdRows('select 1 from "user" where id = $1 for update', userId);
    const deleting = deleteMe(box, email);
    await untilWaiting(1);
    const signingIn = post(built, '/api/auth/login', { email, password, recaptchaToken: 'off' }, createCookieBox());
    await untilWaiting(2);
    await letGo();
    expect((await deleting).statusCode).toBe(200);
    expect((await signingIn).statusCode).toBe(401);
    expect(await openSessionsOf(userId)).toBe(0);
  });

  it('AUTH-11 hears nothing more on streams that are open', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const [row] = await built.context.db.select().from(session).where(eq(session.userId, userId));
    await built.context.live.listening();
    const ended = new Promise<void>((resolve) => built.context.live.onSessionEnd(row?.id ?? '', resolve));
    await deleteMe(box, email);
    await ended;
  });
});

describe('what runs at the same moment', () => {
  it('AUTH-14 gives no session to a second step that ends while the password is being reset', async () => {
    const browser = await registerAndSignIn(built);
    const { recoveryCodes } = await turnOnTwoStep(built, browser);
    const { box } = await firstStep(built, browser.email);
    await post(built, '/api/auth/forgot-password', { email: browser.email, recaptchaToken: 'off' }, createCookieBox());
    const token = await (async () => {
      for (let count = 3; ; count += 1) {
        const mails = await built.mailsTo(browser.email, count);
        const found = mails.map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1]).find((one) => one !== undefined);
        if (found) return found;
      }
    })();
    const accountId = await accountOf(built, browser.userId);
    const letGo = await holdRows('select 1 from account where id = $1 for update', accountId);
    const second = post(built, '/api/auth/two-step', { recovery_code: recoveryCodes[0] }, box);
    await untilWaiting(1);
    const reset = post(built, '/api/auth/reset-password', { token, password: 'Another-horse-10' }, createCookieBox());
    await untilWaiting(2);
    await letGo();
    await second;
    expect((await reset).statusCode).toBe(200);
    expect(await openSessionsOf(browser.userId)).toBe(0);
  });

  it('SEC-03 leaving a team and deleting oneself do not stop each other', async () => {
    const owner = await addMember(built, 'owner');
    const { accountId, box, userId, email } = await addMember(built, 'moderator', owner.accountId);
    const letGo = await holdRows('select 1 from membership where user_id = $1 for update', userId);
    const leaving = post(built, '/api/team/leave', undefined, box);
    await untilWaiting(1);
    const deleting = deleteMe(box, email);
    await untilWaiting(2);
    await letGo();
    expect([(await leaving).statusCode, (await deleting).statusCode]).toEqual([200, 200]);
    expect(await built.context.db.$count(membership, eq(membership.accountId, accountId))).toBe(1);
    expect(await accountsOwnedBy(userId)).toBe(0);
  });

  it('SEC-03 an invitation leads into no account that is being closed', async () => {
    const owner = await registerAndSignIn(built);
    const accountId = await accountOf(built, owner.userId);
    const guest = await registerAndSignIn(built);
    await post(built, '/api/team/invitations', { email: guest.email, role: 'viewer' }, owner.box);
    const token = await (async () => {
      for (let count = 2; ; count += 1) {
        const mails = await built.mailsTo(guest.email, count);
        const found = mails.map(({ text }) => /\/invite\?token=([\w-]{43})$/m.exec(text)?.[1]).find((one) => one !== undefined);
        if (found) return found;
      }
    })();
    const made = { name: 'Shop', tokenHash: randomUUID(), tokenSealed: '', createdAt: built.clock.now() };
    await built.context.db.insert(accessToken).values({ ...made, accountId, createdBy: owner.userId });
    const letGo = await holdRows('select 1 from access_token where account_id = $1 for update', accountId);
    const deleting = deleteMe(owner.box, owner.email);
    await untilWaiting(1);
    const accepting = post(built, '/api/team/invitations/accept', { token }, guest.box);
    await untilWaiting(2);
    await letGo();
    expect((await deleting).statusCode).toBe(200);
    const refused = await accepting;
    expect([refused.statusCode, asJson(refused).status]).toEqual([404, 'error']);
    expect(await built.context.db.$count(membership, eq(membership.accountId, accountId))).toBe(0);
    expect(await built.context.db.$count(invitation, eq(invitation.accountId, accountId))).toBe(0);
  });

  it('DASH-01 AUTH-11 switching the account and deleting oneself do not stop each other', async () => {
    const { accountId, box, email, userId } = await addMember(built, 'owner');
    const other = await addMember(built, 'owner');
    const { db } = built.context;
    const now = built.clock.now();
    await db.insert(membership).values({ accountId: other.accountId, userId, role: 'viewer', createdAt: now });
    const elsewhere = await openSession(built, userId, other.accountId);
    await db.insert(accessToken).values({ name: 'x', tokenHash: randomUUID(), tokenSealed: '', createdAt: now, accountId });
    const letGo = await holdRows('select 1 from access_token where account_id = $1 for update', accountId);
    const deleting = deleteMe(box, email);
    await untilWaiting(1);
    const switching = post(built, '/api/auth/switch-account', { account_id: accountId }, elsewhere);
    await untilWaiting(2);
    await letGo();
    expect([(await deleting).statusCode, (await switching).statusCode]).toEqual([200, 401]);
    expect(await openSessionsOf(userId)).toBe(0);
  });

  it('AUTH-10 a refresh and a change of the password do not stop each other', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const now = built.clock.now();
    const waiting = { kind: 'two_step', secretHash: randomUUID(), userId, expiresAt: now, createdAt: now } as const;
    await built.context.db.insert(signInChallenge).values(waiting);
    const tab = createCookieBox();
    tab.set('refresh_token', box.get('refresh_token') ?? '');
    const letGo = await holdRows('select 1 from sign_in_challenge where user_id = $1 for update', userId);
    const change = { current_password: password, new_password: 'Another-horse-10' };
    const changing = post(built, '/api/users/me/password', change, box);
    await untilWaiting(1);
    const refreshing = post(built, '/api/auth/refresh', undefined, tab);
    await untilWaiting(2);
    await letGo();
    expect([(await changing).statusCode, (await refreshing).statusCode]).toEqual([200, 401]);
    expect(await openSessionsOf(userId)).toBe(1);
  });

  it('SEC-09 thirty wishes for an export at once are all answered: one is made, the others are refused', async () => {
    const { box } = await registerAndSignIn(built);
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(built, '/api/users/me/exports', undefined, box)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});

describe('what an auditor reads', () => {
  it('AUTH-10 says from where a copied session was used', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const old = createCookieBox();
    old.set('refresh_token', box.get('refresh_token') ?? '');
    await post(built, '/api/auth/refresh', undefined, box);
    built.clock.advance(11_000);
    expect((await post(built, '/api/auth/refresh', undefined, old, '203.0.113.9')).statusCode).toBe(401);
    const reused = and(eq(securityEvent.userId, userId), eq(securityEvent.kind, 'session.refresh_reused'));
    const [event] = await built.context.db.select().from(securityEvent).where(reused);
    expect(event?.ip).toBe('203.0.113.9');
  });

  it('SEC-05 finds what somebody tried and may not do in the log, and no ordinary refusal', async () => {
    const lines: string[] = [];
    const logging = await build({ config: { logLevel: 'info' }, mails: false, onLog: (line) => lines.push(line) });
    const viewer = await addMember(logging, 'viewer');
    const refused = await post(logging, '/api/access-tokens', { name: 'Shop' }, viewer.box, '203.0.113.7');
    expect(refused.statusCode).toBe(403);
    await post(logging, '/api/auth/login', { email: viewer.email, password, recaptchaToken: 'off' }, createCookieBox());
    const warned = lines.filter((line) => line.includes('request refused'));
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('code=role_insufficient');
    expect(warned[0]).toContain('ip=203.0.113.7');
    await logging.close();
  });
});

describe('a former owner', () => {
  it('SEC-03 fetches no more the export of the whole account that they asked for as its owner', async () => {
    const { accountId, userId, box } = await addMember(built, 'owner');
    const now = built.clock.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    const file = { accountId, userId, kind: 'account', state: 'done', objectKey: `${accountId}/x/export.zip` } as const;
    const made = { ...file, createdAt: now, finishedAt: now, expiresAt, sizeBytes: 1 };
    const rows = ['account', 'own'].map((scope) => ({ ...made, parameters: { scope } }));
    const [whole, own] = await built.context.db.insert(dataExport).values(rows).returning();
    const fetched = async (row: typeof whole) =>
      (await built.app.inject({ url: `/api/users/me/exports/${row?.id}/download`, headers: box.headers() })).statusCode;
    expect([await fetched(whole), await fetched(own)]).toEqual([200, 200]);
    const next = await addMember(built, 'moderator', accountId);
    expect((await post(built, '/api/team/hand-over', { user_id: next.userId }, box)).statusCode).toBe(200);
    expect([await fetched(whole), await fetched(own)]).toEqual([403, 200]);
  });
});

describe('a session and the password', () => {
  it('AUTH-06 SEC-03 are not enough to turn the second step off, nor by a change of the password', async () => {
    const browser = await registerAndSignIn(built);
    const { box } = browser;
    const { secret } = await turnOnTwoStep(built, browser);
    built.clock.advance(10 * 60_000 + 1);
    const turnOff = async () => (await post(built, '/api/users/me/two-step/disable', undefined, box)).statusCode;
    for (const typed of [password, 'Wrong-password-1']) {
      const refused = await post(built, '/api/auth/confirm', { password: typed }, box);
      const sentence = 'Confirm with a code from your authenticator app, or with a passkey';
      expect([refused.statusCode, asJson(refused).message]).toEqual([403, sentence]);
    }
    expect(await turnOff()).toBe(403);
    const change = { current_password: password, new_password: 'Another-horse-10' };
    expect((await post(built, '/api/users/me/password', change, box)).statusCode).toBe(200);
    expect(await turnOff()).toBe(403);
    const code = codeOfApp(secret, built.clock.now());
    expect((await post(built, '/api/auth/confirm/code', { code }, box)).statusCode).toBe(200);
    expect(await turnOff()).toBe(200);
  });
});

describe('a password that is reset', () => {
  it('AUTH-14 comes with a word on passkeys, which outlive it, for whoever has any', async () => {
    const texts = [];
    for (const hasPasskey of [true, false]) {
      const { email, userId } = await registerAndSignIn(built);
      const key = { name: 'Laptop', credentialId: randomUUID(), publicKey: '', counter: 0, transports: [], backedUp: false };
      if (hasPasskey) await built.context.db.insert(passkey).values({ ...key, userId, createdAt: built.clock.now() });
      const token = randomUUID();
      const expiresAt = new Date(built.clock.now().getTime() + 60_000);
      const made = { userId, tokenHash: sha256(token), expiresAt, createdAt: built.clock.now() };
      await built.context.db.insert(passwordReset).values(made);
      const answer = await post(built, '/api/auth/reset-password', { token, password: 'Another-horse-10' }, createCookieBox());
      expect(answer.statusCode).toBe(200);
      const mails = await built.mailsTo(email, 2);
      texts.push(mails.find(({ subject }) => subject === 'Your Clearframe password changed')?.text.replace(/\s+/g, ' '));
    }
    expect(texts[0]).toContain('Your passkeys still work. Remove any that you don’t recognise.');
    expect(texts[1]).not.toContain('passkeys');
  });
});

describe('one browser', () => {
  it('AUTH-11 has one session: signing in anew ends the one that it had', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const copy = createCookieBox();
    copy.set('access_token', box.get('access_token') ?? '');
    const again = await post(built, '/api/auth/login', { email, password, recaptchaToken: 'off' }, box);
    expect(again.statusCode).toBe(200);
    const me = (cookies: CookieBox) => built.app.inject({ url: '/api/users/me', headers: cookies.headers() });
    expect([(await me(copy)).statusCode, (await me(box)).statusCode]).toEqual([401, 200]);
    expect(await openSessionsOf(userId)).toBe(1);
  });
});

describe('a flood of forms', () => {
  it('AUTH-05 SEC-09 has 60 captchas of an address judged in a minute, whatever the form', async () => {
    let judged = 0;
    const captcha = {
      challenge: async () => ({ provider: 'off' as const }),
      verify: async () => {
        judged += 1;
        throw new AppError('captcha_required');
      },
      close: async () => undefined,
    };
    const guarded = await build({ config: { rateLimitScale: 1 }, mails: false, parts: { captcha } });
    const forms = [
      ['/api/auth/login', { email: 'a@example.com', password }],
      ['/api/auth/register', { name: 'Ada', email: 'a@example.com', password }],
      ['/api/auth/forgot-password', { email: 'a@example.com' }],
      ['/api/contact', { firstName: 'Ada', lastName: 'X', email: 'a@example.com', subject: 'sales', message: 'Hello' }],
      ['/api/team/invitations/register', { token: 'x'.repeat(43), name: 'Ada', password }],
    ] as const;
    const statuses: number[] = [];
    for (let n = 0; n < 65; n += 1) {
      const [url, fields] = forms[n % 5] ?? forms[0];
      const answer = await post(guarded, url, { ...fields, recaptchaToken: 'x' }, createCookieBox());
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect([judged, statuses.filter((status) => status === 429).length]).toEqual([60, 5]);
    await guarded.close();
  });
});
