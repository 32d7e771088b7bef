import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpired } from '../src/accounts/remove-expired.ts';
import { emailChange, passwordReset, securityEvent, user } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, addMember, openSession } from './helpers/members.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

const minute = 60_000;
let count = 0;
const fresh = () => {
  count += 1;
  return `new-${count}@example.com`;
};
const ask = (box: CookieBox, email: string) => post(built, '/api/users/me/email', { email }, box);
const confirm = (box: CookieBox, token: string) => post(built, '/api/users/me/email/confirm', { token }, box);
const get = (box: CookieBox, url: string) => built.app.inject({ method: 'GET', url, headers: box.headers() });
const emailOf = async (box: CookieBox): Promise<string> => (await get(box, '/api/users/me')).json().data.user.email;
const pending = async (box: CookieBox) => (await get(box, '/api/users/me/email')).json().data.email_change;
const tokensTo = async (address: string, mails = 1) =>
  (await built.mailsTo(address, mails)).flatMap(({ text }) => /\/confirm-email\?token=([\w-]+)/.exec(text)?.[1] ?? []);

describe('a new mail address', () => {
  it('AUTH-11 counts once its link was opened: the old one is told, other browsers are signed out', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const other = await openSession(built, userId, await accountOf(built, userId));
    const { db } = built.context;
    await db.insert(passwordReset).values({ userId, tokenHash: userId, expiresAt: new Date(Date.now() + minute) });
    const wanted = fresh();
    const asked = await ask(box, wanted);
    const expiresAt = new Date(built.clock.now().getTime() + 30 * minute).toISOString();
    expect([asked.statusCode, asked.json().data.email_change]).toEqual([200, { email: wanted, expiresAt }]);
    expect([await emailOf(box), await pending(box)]).toEqual([email, { email: wanted, expiresAt }]);
    const [token = ''] = await tokensTo(wanted);
    expect((await confirm(box, token)).json().data.user.email).toBe(wanted);
    expect([await emailOf(box), await pending(box), (await get(other, '/api/users/me')).statusCode]).toEqual([wanted, null, 401]);
    const subjects = (await built.mailsTo(email, 2)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Clearframe address changed');
    expect(await db.select().from(passwordReset).where(eq(passwordReset.userId, userId))).toEqual([]);
    const login = (address: string) =>
      post(built, '/api/auth/login', { email: address, password, recaptchaToken: 'off' }, createCookieBox());
    expect([(await login(email)).statusCode, (await login(wanted)).statusCode]).toEqual([401, 200]);
    const kinds = (await db.select().from(securityEvent).where(eq(securityEvent.userId, userId))).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['email.change_requested', 'email.changed']));
    expect((await confirm(box, token)).statusCode, 'the link is good once').toBe(400);
  });

  it('AUTH-16 is asked for with the same answer whether it has an account, and its owner alone learns so', async () => {
    const { box } = await registerAndSignIn(built);
    const owner = await registerAndSignIn(built);
    const free = await ask(box, fresh());
    const taken = await ask(box, owner.email.toUpperCase());
    const shape = ({ statusCode, headers, body }: typeof free) => [
      statusCode,
      Object.keys(headers),
      body.replace(/"email":"[^"]*"/, ''),
    ];
    expect(shape(taken)).toEqual(shape(free));
    expect(await pending(box)).toMatchObject({ email: owner.email.toUpperCase() });
    const mail = (await built.mailsTo(owner.email, 2)).find(({ subject }) => subject.includes('already'));
    expect(mail?.text).not.toContain('confirm-email');
  });

  it('AUTH-16 needs a recent proof, is not the present one, and is mailed five times an hour', async () => {
    const { box, email } = await registerAndSignIn(built);
    const same = await ask(box, ` ${email.toUpperCase()} `);
    expect([same.statusCode, same.json().errors]).toEqual([
      400,
      [{ path: 'email', message: 'This is the address that you have' }],
    ]);
    for (let n = 0; n < 5; n += 1) expect((await ask(box, fresh())).statusCode).toBe(200);
    expect((await ask(box, fresh())).statusCode).toBe(429);
    built.clock.advance(11 * minute);
    expect((await ask(box, fresh())).json()).toMatchObject({ code: 'confirmation_required' });
  });

  it('AUTH-16 goes by the newest link, in a session of who asked, for thirty minutes', async () => {
    const { box } = await registerAndSignIn(built);
    const stranger = await registerAndSignIn(built);
    const wanted = fresh();
    await ask(box, wanted);
    const [first = ''] = await tokensTo(wanted);
    await ask(box, wanted);
    const second = (await tokensTo(wanted, 2)).find((token) => token !== first) ?? '';
    for (const [from, token] of [
      [box, first],
      [stranger.box, second],
      [box, 'made-up'],
    ] as const) {
      const refused = await confirm(from, token);
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        'This link is not valid or has expired. Please ask for a new one on the account page.',
      ]);
    }
    expect((await confirm(createCookieBox(), second)).statusCode).toBe(401);
    built.clock.advance(30 * minute);
    await post(built, '/api/auth/refresh', undefined, box);
    expect([(await confirm(box, second)).statusCode, await pending(box)]).toEqual([400, null]);
    await removeExpired(built.context);
    expect(await built.context.db.select().from(emailChange).where(eq(emailChange.email, wanted))).toEqual([]);
  });

  it('AUTH-16 is refused when somebody registered it meanwhile, and can be taken back', async () => {
    const { box, email } = await registerAndSignIn(built);
    const wanted = fresh();
    await ask(box, wanted);
    const [token = ''] = await tokensTo(wanted);
    const member = await addMember(built, 'owner');
    await built.context.db.update(user).set({ emailKey: wanted }).where(eq(user.id, member.userId));
    expect([(await confirm(box, token)).statusCode, await emailOf(box)]).toEqual([400, email]);
    const next = fresh();
    await ask(box, next);
    const cancelled = await built.app.inject({ method: 'DELETE', url: '/api/users/me/email', headers: box.headers() });
    expect([cancelled.statusCode, await pending(box)]).toEqual([200, null]);
    const [late = ''] = await tokensTo(next);
    expect((await confirm(box, late)).statusCode).toBe(400);
  });

  it('SEC-05 is asked for by no other site', async () => {
    const { box } = await registerAndSignIn(built);
    for (const [method, url, payload] of [
      ['POST', '/api/users/me/email', { email: fresh() }],
      ['POST', '/api/users/me/email/confirm', { token: 'x' }],
      ['DELETE', '/api/users/me/email', undefined],
    ] as const) {
      const headers = { ...box.headers(), 'sec-fetch-site': 'cross-site' };
      expect((await built.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode).toBe(403);
    }
  });
});
