import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../src/accounts/remove-expired.ts';
import { securityEvent, session, signInChallenge, totp } from '../src/db/schema.ts';
import { firstStep, turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { codeOfApp } from './helpers/code-of-app.ts';
import { asJson, createCookieBox, password, post, registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

const stepMs = 30_000;
const wrongCode = { code: '000000' };
const url = '/api/auth/two-step';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

/** A person whose authenticator app shows a code that was not used yet. */
async function person() {
  const browser = await registerAndSignIn(built);
  const app = await turnOnTwoStep(built, browser);
  built.clock.advance(stepMs);
  return { ...browser, ...app, code: () => codeOfApp(app.secret, built.clock.now()) };
}
const get = async (path: string, { headers }: Pick<SignedInBrowser, 'headers'>) =>
  asJson(await built.app.inject({ url: `/api${path}`, headers }));
const outcome = (answer: Awaited<ReturnType<typeof post>>) => [answer.statusCode, asJson(answer).message];
const wrong = [400, 'The code is wrong or was already used'];
const gone = [400, 'This sign-in has expired. Enter your password again.'];
async function kindsOf(userId: string): Promise<string[]> {
  const rows = await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
  return rows.map(({ kind }) => kind);
}
const sessionsOf = (userId: string) => built.context.db.select().from(session).where(eq(session.userId, userId));

describe('turning two-step sign-in on', () => {
  it('SEC-03 needs a fresh proof of who one is, and says so by its code', async () => {
    const { box } = await registerAndSignIn(built);
    built.clock.advance(10 * 60_000 + 1);
    const refused = await post(built, '/api/users/me/two-step/start', undefined, box);
    expect(refused.json()).toEqual({
      status: 'error',
      message: 'Confirm your identity',
      data: null,
      code: 'confirmation_required',
    });
    await post(built, '/api/auth/confirm', { password }, box);
    expect((await post(built, '/api/users/me/two-step/start', undefined, box)).statusCode).toBe(200);
    expect((await post(built, '/api/users/me/two-step/disable', undefined, box)).statusCode).toBe(409);
  });

  it('AUTH-06 counts for nothing until a code of the app was entered, and gives ten recovery codes', async () => {
    const browser = await registerAndSignIn(built);
    const start = await post(built, '/api/users/me/two-step/start', undefined, browser.box);
    const { secret, uri } = start.json<{ data: { secret: string; uri: string } }>().data;
    expect(uri).toMatch(/^otpauth:\/\/totp\/Clearframe:person-\d+%40example\.com\?/);
    expect(uri).toContain(`secret=${secret}`);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(outcome(await post(built, '/api/users/me/two-step/enable', wrongCode, browser.box))).toEqual(wrong);
    const { data } = await firstStep(built, browser.email);
    expect(data).toEqual({ user: expect.objectContaining({ email: browser.email }) });
    const off = { two_step: { enabledAt: null, recoveryCodesLeft: 0, passkeys: 0 } };
    expect((await get('/users/me/two-step', browser)).data).toEqual(off);
    const { recoveryCodes } = await turnOnTwoStep(built, browser);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes.every((code) => /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/.test(code))).toBe(true);
    const on = { two_step: { enabledAt: built.clock.now().toISOString(), recoveryCodesLeft: 10, passkeys: 0 } };
    expect((await get('/users/me/two-step', browser)).data).toEqual(on);
    expect((await post(built, '/api/users/me/two-step/start', undefined, browser.box)).statusCode).toBe(409);
    const mails = await built.mailsTo(browser.email, 2);
    expect(mails.map(({ subject }) => subject)).toContain('Two-step sign-in is on');
  });

  it('SEC-08 stores the secret sealed and the recovery codes as keyed hashes', async () => {
    const { userId, secret, recoveryCodes } = await person();
    const { rows } = await built.database.pool.query<{ row: string }>(
      'select t::text as row from totp t where user_id = $1 union all select r::text from recovery_code r where user_id = $1',
      [userId],
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(rows).toHaveLength(11);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text);
  });
});

describe('signing in with a second step', () => {
  it('AUTH-06 gives no session for the password alone, and one for the code of the app', async () => {
    const { email, userId, code } = await person();
    const before = (await sessionsOf(userId)).length;
    const { box, answer, data } = await firstStep(built, email);
    expect(answer.statusCode).toBe(200);
    const expiresAt = new Date(built.clock.now().getTime() + 5 * 60_000).toISOString();
    expect(data).toEqual({ user: null, two_step: { methods: ['authenticator', 'recovery_code'], expiresAt } });
    const [cookie, ...others] = answer.cookies;
    expect(cookie).toMatchObject({ name: 'two_step', httpOnly: true, sameSite: 'Strict', path: '/api/auth', maxAge: 300 });
    expect(others).toEqual([]);
    expect(await sessionsOf(userId)).toHaveLength(before);
    const done = await post(built, url, { code: code() }, box);
    expect(asJson(done).data).toMatchObject({ user: { id: userId, email } });
    expect(box.get('two_step')).toBeUndefined();
    expect((await get('/users/me', { headers: box.headers() })).status).toBe('success');
    expect(await sessionsOf(userId)).toHaveLength(before + 1);
  });

  it('AUTH-06 leaves the answer of a wrong password the same, app or not', async () => {
    const [one, other] = [await person(), await registerAndSignIn(built)];
    const answers = await Promise.all(
      [one.email, other.email].map((email) =>
        post(built, '/api/auth/login', { email, password: 'Wrong-password-1', recaptchaToken: 'off' }, createCookieBox()),
      ),
    );
    const [first, second] = answers.map((answer) => [answer.statusCode, answer.body, answer.cookies]);
    expect(first).toEqual(second);
  });

  it('AUTH-16 takes a code of the step before or after, never of two, and none twice', async () => {
    const { email, secret } = await person();
    const at = (steps: number) => ({ code: codeOfApp(secret, new Date(built.clock.now().getTime() + steps * stepMs)) });
    built.clock.advance(2 * stepMs);
    const { box } = await firstStep(built, email);
    expect(outcome(await post(built, url, at(-2), box))).toEqual(wrong);
    expect(outcome(await post(built, url, at(2), box))).toEqual(wrong);
    expect((await post(built, url, at(0), box)).statusCode).toBe(200);
    const again = await firstStep(built, email);
    expect(outcome(await post(built, url, at(0), again.box))).toEqual(wrong);
    expect(outcome(await post(built, url, at(-1), again.box))).toEqual(wrong);
    expect((await post(built, url, at(1), again.box)).statusCode).toBe(200);
  });

  it('AUTH-16 lets one of two sign-ins in that send the same code at once', async () => {
    const { email, code } = await person();
    const boxes = [(await firstStep(built, email)).box, (await firstStep(built, email)).box];
    const answers = await Promise.all(boxes.map((box) => post(built, url, { code: code() }, box)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  it('AUTH-16 admits five of two hundred parallel guesses, records them, and warns the owner', async () => {
    const { email, userId, code } = await person();
    const { box } = await firstStep(built, email);
    const headers = box.headers();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        built.app.inject({ method: 'POST', url, headers, payload: wrongCode, remoteAddress: `10.9.${n >> 4}.${n & 15}` }),
      ),
    );
    const messages = answers.map((answer) => asJson(answer).message);
    expect(messages.filter((message) => message === wrong[1])).toHaveLength(5);
    expect(messages.filter((message) => message === gone[1])).toHaveLength(195);
    expect(outcome(await post(built, url, { code: code() }, box))).toEqual(gone);
    expect((await kindsOf(userId)).filter((kind) => kind === 'login.two_step_failed')).toHaveLength(5);
    const mails = await built.mailsTo(email, 3);
    expect(mails.map(({ subject }) => subject)).toContain('Somebody may know your password');
  });

  it('AUTH-16 ends the tries of one person over all sign-ins, whatever address they come from', async () => {
    const { email, code } = await person();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { box } = await firstStep(built, email, `10.8.0.${n}`);
      for (let m = 0; m < 5; m += 1) statuses.push((await post(built, url, wrongCode, box, `10.8.1.${n}`)).statusCode);
    }
    // Turning it on was a try too.
    expect(statuses.filter((status) => status === 400)).toHaveLength(29);
    const { box } = await firstStep(built, email, '10.8.2.1');
    const refused = await post(built, url, { code: code() }, box, '10.8.2.1');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, String(6 * 3600 - 30)]);
  });

  it('AUTH-16 ends after five minutes, and knows only its own cookie', async () => {
    const { email, code } = await person();
    const { box } = await firstStep(built, email);
    expect(outcome(await post(built, url, { code: code() }, createCookieBox()))).toEqual(gone);
    const forged = createCookieBox();
    forged.set('two_step', 'a'.repeat(43));
    expect(outcome(await post(built, url, { code: code() }, forged))).toEqual(gone);
    built.clock.advance(5 * 60_000);
    expect(outcome(await post(built, url, { code: code() }, box))).toEqual(gone);
    built.clock.advance(1);
    await removeExpired(built.context);
    expect(await built.context.db.select().from(signInChallenge)).toEqual([]);
  });

  it('AUTH-16 refuses what is no code, and both kinds at once', async () => {
    const { email } = await person();
    const { box } = await firstStep(built, email);
    const bodies = [{}, { code: '12345' }, { code: '１２３４５６' }, { code: 123456 }, { code: '123456', recovery_code: 'a' }];
    for (const body of bodies) expect((await post(built, url, body, box)).statusCode).toBe(400);
    const [newest] = await built.context.db.select().from(signInChallenge).orderBy(desc(signInChallenge.createdAt));
    expect(newest?.attempts).toBe(0);
  });
});

describe('every way in', () => {
  it('AUTH-06 makes a session where a person is made, or where the second step was asked for: nowhere else', () => {
    const root = join(import.meta.dirname, '../src');
    const makers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => /(?<!function )\bcreateSession\(/.test(readFileSync(join(root, name), 'utf8')));
    expect(makers.sort()).toEqual(['accounts/complete-registration.ts', 'accounts/finish-sign-in.ts', 'team/join.ts']);
  });

  it('AUTH-14 asks for the second step after a new password too', async () => {
    const { email, code } = await person();
    const next = 'Another-staple-7';
    await post(built, '/api/auth/forgot-password', { email, recaptchaToken: 'off' }, createCookieBox());
    const mail = (await built.mailsTo(email, 3)).find(({ text }) => text.includes('/reset-password?'));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const set = await post(built, '/api/auth/reset-password', { token, password: next }, createCookieBox());
    expect(set.statusCode).toBe(200);
    const box = createCookieBox();
    const login = await post(built, '/api/auth/login', { email, password: next, recaptchaToken: 'off' }, box);
    expect(asJson(login).data).toMatchObject({ user: null });
    expect((await post(built, url, { code: code() }, box)).statusCode).toBe(200);
  });
});

describe('recovery codes', () => {
  it('AUTH-16 sign in once each, in parallel too, however they are typed, and the owner is told', async () => {
    const { email, userId, recoveryCodes, headers } = await person();
    const [first = '', second = ''] = recoveryCodes;
    const boxes = await Promise.all(Array.from({ length: 4 }, async () => (await firstStep(built, email)).box));
    const answers = await Promise.all(boxes.map((box) => post(built, url, { recovery_code: first }, box)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
    const { box } = await firstStep(built, email);
    expect(outcome(await post(built, url, { recovery_code: first }, box))).toEqual(wrong);
    const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    expect((await post(built, url, { recovery_code: typed }, box)).statusCode).toBe(200);
    expect((await get('/users/me/two-step', { headers })).data).toMatchObject({ two_step: { recoveryCodesLeft: 8 } });
    expect((await kindsOf(userId)).filter((kind) => kind === 'two_step.recovery_used')).toHaveLength(2);
    const mails = await built.mailsTo(email, 4);
    expect(mails.filter(({ subject }) => subject === 'A recovery code was used')).toHaveLength(2);
  });

  it("AUTH-16 open nobody else's account", async () => {
    const [one, other] = [await person(), await person()];
    const { box } = await firstStep(built, one.email);
    expect(outcome(await post(built, url, { recovery_code: other.recoveryCodes[0] }, box))).toEqual(wrong);
    expect(outcome(await post(built, url, { code: other.code() }, box))).toEqual(wrong);
  });

  it('AUTH-16 are void once new ones were made or the app was removed', async () => {
    const { email, userId, box: mine, recoveryCodes, code } = await person();
    const renewed = await post(built, '/api/users/me/two-step/recovery-codes', undefined, mine);
    const fresh = renewed.json<{ data: { recovery_codes: string[] } }>().data.recovery_codes;
    expect(fresh).toHaveLength(10);
    const { box } = await firstStep(built, email);
    expect(outcome(await post(built, url, { recovery_code: recoveryCodes[0] }, box))).toEqual(wrong);
    expect((await post(built, '/api/users/me/two-step/disable', undefined, mine)).statusCode).toBe(200);
    expect(outcome(await post(built, url, { recovery_code: fresh[0] }, box))).toEqual(wrong);
    expect(outcome(await post(built, url, { code: code() }, box))).toEqual(wrong);
    expect((await firstStep(built, email)).data).toMatchObject({ user: { email } });
    expect((await post(built, '/api/users/me/two-step/recovery-codes', undefined, mine)).statusCode).toBe(409);
    expect(await built.context.db.select().from(totp).where(eq(totp.userId, userId))).toEqual([]);
    expect(await kindsOf(userId)).toEqual(
      expect.arrayContaining(['two_step.enabled', 'two_step.recovery_renewed', 'two_step.disabled', 'login.two_step_failed']),
    );
  });
});

it('SEC-08 leaves no secret, code or recovery code in the log', async () => {
  const lines: string[] = [];
  const logging = await build({ onLog: (line) => lines.push(line) });
  const browser = await registerAndSignIn(logging);
  const { secret, recoveryCodes } = await turnOnTwoStep(logging, browser);
  const used = codeOfApp(secret, logging.clock.now());
  const { box } = await firstStep(logging, browser.email);
  const challenge = box.get('two_step') ?? '';
  const [recovery = ''] = recoveryCodes;
  for (const body of [{ code: used }, { code: secret }, { recovery_code: `${recovery}x` }, { recovery_code: recovery }])
    await post(logging, url, body, box);
  await logging.close();
  const log = lines.join('\n');
  expect(log).toContain('two_step_wrong');
  for (const text of [secret, challenge, ...recoveryCodes]) expect(log.includes(text)).toBe(false);
  expect(log).not.toMatch(new RegExp(`(?<![\\w.:+-])${used}(?![\\w.:+-])`));
});

describe('a code of the app as proof of who one is', () => {
  it('SEC-03 confirms a sensitive change once', async () => {
    const { box, code } = await person();
    built.clock.advance(11 * 60_000);
    const disable = () => post(built, '/api/users/me/two-step/disable', undefined, box);
    expect((await disable()).statusCode).toBe(403);
    expect(outcome(await post(built, '/api/auth/confirm/code', wrongCode, box))).toEqual(wrong);
    expect((await disable()).statusCode).toBe(403);
    const shown = { code: code() };
    expect((await post(built, '/api/auth/confirm/code', shown, box)).statusCode).toBe(200);
    expect(outcome(await post(built, '/api/auth/confirm/code', shown, box))).toEqual(wrong);
    expect((await disable()).statusCode).toBe(200);
  });
});
