import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rememberDevice } from '../src/accounts/known-device.ts';
import { knownDevice, session, signInGuard } from '../src/db/schema.ts';
import { turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { codeOfApp } from './helpers/code-of-app.ts';
import { type CookieBox, createCookieBox, password, post, registerAndSignIn } from './helpers/sign-in.ts';

let built: Built;
beforeAll(async () => {
  // As on the net: the limits of one's own machine are 20 times as wide.
  built = await build({ config: { rateLimitScale: 1 } });
});
afterAll(() => built.close());

const dayMs = 24 * 3_600_000;
const wrong = 'Wrong-password-1';
let block = 0;
/** A client address that nobody else of these tests uses. */
const elsewhere = () => `203.0.${Math.floor(block / 250)}.${(block++ % 250) + 1}`;

const signIn = async (box: CookieBox, email: string, secret: string, ip: string) =>
  (await post(built, '/api/auth/login', { email, password: secret, recaptchaToken: 'off' }, box, ip)).statusCode;
const confirm = async (box: CookieBox, secret: string, ip = '127.0.0.1') =>
  (await post(built, '/api/auth/confirm', { password: secret }, box, ip)).statusCode;
const change = async (box: CookieBox, from: string, to: string) =>
  (await post(built, '/api/users/me/password', { current_password: from, new_password: to }, box)).statusCode;

/** What a stranger gets who guesses from ever new addresses for as long as somebody likes. @returns how many guesses were looked at */
async function guessed(email: string, hours: number, box = createCookieBox): Promise<number> {
  let looked = 0;
  const end = built.clock.now().getTime() + hours * 3_600_000;
  while (built.clock.now().getTime() < end) {
    if ((await signIn(box(), email, wrong, elsewhere())) === 401) looked += 1;
    else built.clock.advance(60_000);
  }
  return looked;
}
/** Guesses until the address is delayed. */
async function lock(email: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await signIn(createCookieBox(), email, wrong, elsewhere())) === 429) return;
  }
  throw new Error('The stranger was never delayed');
}

/** A browser that signed in before and signed out since: of its cookies the one of the device is left. */
function signedOut(box: CookieBox): CookieBox {
  const left = createCookieBox();
  const device = box.get('known_device');
  if (device) left.set('known_device', device);
  return left;
}

describe('an owner whom a stranger wants to keep out', () => {
  it('AUTH-16 signs in by a browser that did before, while the stranger is delayed', async () => {
    const { box, email } = await registerAndSignIn(built);
    await lock(email);
    expect(await signIn(createCookieBox(), email, password, elsewhere()), 'a browser nobody knows').toBe(429);
    const known = signedOut(box);
    expect(await signIn(known, email, password, elsewhere())).toBe(200);
    await lock(email);
    expect(await signIn(signedOut(known), email, password, elsewhere()), 'and again').toBe(200);
  });

  it('AUTH-16 steps up and sets a new password in their session, while the stranger is delayed', async () => {
    const { box, email } = await registerAndSignIn(built);
    await lock(email);
    expect(await confirm(box, password)).toBe(200);
    await lock(email);
    expect(await change(box, password, 'Another-staple-7')).toBe(200);
  });

  it('AUTH-14 AUTH-16 gets in by a mailed link with no browser that anybody knows', async () => {
    const { email } = await registerAndSignIn(built);
    const fresh = createCookieBox();
    await post(built, '/api/auth/forgot-password', { email, recaptchaToken: 'off' }, fresh, elsewhere());
    const mail = (await built.mailsTo(email, 2)).find(({ text }) => text.includes('/reset-password?token='));
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const next = 'Another-staple-7';
    const ip = elsewhere();
    expect((await post(built, '/api/auth/reset-password', { token, password: next }, fresh, ip)).statusCode).toBe(200);
    await lock(email);
    expect(await signIn(fresh, email, next, elsewhere())).toBe(200);
  });

  it('AUTH-06 takes the second step, while somebody with the password has used its tries up', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const { secret } = await turnOnTwoStep(built, { box });
    const code = () => codeOfApp(secret, built.clock.now());
    const second = (of: CookieBox, code: string) => post(built, '/api/auth/two-step', { code }, of, elsewhere());
    const answers: number[] = [];
    while (answers.length < 40 && answers.at(-1) !== 429) {
      const thief = createCookieBox();
      await signIn(thief, email, password, elsewhere());
      answers.push((await second(thief, '000000')).statusCode);
    }
    expect(answers.at(-1)).toBe(429);
    built.clock.advance(60_000);
    const thief = createCookieBox();
    await signIn(thief, email, password, elsewhere());
    expect((await second(thief, code())).statusCode).toBe(429);
    const known = signedOut(box);
    expect(await signIn(known, email, password, elsewhere())).toBe(200);
    expect((await second(known, code())).statusCode).toBe(200);
    built.clock.advance(60_000);
    expect((await post(built, '/api/auth/confirm/code', { code: code() }, known)).statusCode, userId).toBe(200);
  });
});

describe('a stranger', () => {
  it('AUTH-16 gets no more guesses while the owner signs in and steps up than without', async () => {
    const quiet = await registerAndSignIn(built);
    const alone = await guessed(quiet.email, 2);
    const { box, email } = await registerAndSignIn(built);
    let looked = 0;
    let known = box;
    for (let quarter = 0; quarter < 8; quarter += 1) {
      looked += await guessed(email, 0.25);
      known = signedOut(known);
      expect(await signIn(known, email, password, elsewhere())).toBe(200);
      expect(await confirm(known, password)).toBe(200);
    }
    expect(looked).toBeLessThanOrEqual(alone);
    expect(alone).toBeGreaterThan(5);
  });

  it('AUTH-16 gains nothing by a device of another person, a forged one, or one that is too old', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const other = await registerAndSignIn(built);
    const old = box.get('known_device') ?? '';
    expect(old).toMatch(/^[\w-]{43}$/);
    await lock(email);
    expect(await signIn(signedOut(other.box), email, password, elsewhere()), 'of another person').toBe(429);
    for (const value of ['x'.repeat(43), randomUUID(), `${old}x`]) {
      const forged = createCookieBox();
      forged.set('known_device', value);
      expect(await signIn(forged, email, password, elsewhere()), 'forged').toBe(429);
    }
    await built.context.db.update(knownDevice).set({ expiresAt: built.clock.now() }).where(eq(knownDevice.userId, userId));
    expect(await signIn(signedOut(box), email, password, elsewhere()), 'too old').toBe(429);
  });

  it('AUTH-16 who copied the cookie of a device has a bound of its own, which other devices do not feel', async () => {
    const { box, email } = await registerAndSignIn(built);
    const second = createCookieBox();
    expect(await signIn(second, email, password, elsewhere())).toBe(200);
    const copied = signedOut(box);
    const answers = [];
    for (let tries = 0; tries < 6; tries += 1) answers.push(await signIn(copied, email, wrong, elsewhere()));
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await signIn(copied, email, password, elsewhere()), 'delayed with the right password too').toBe(429);
    expect(await signIn(signedOut(second), email, password, elsewhere())).toBe(200);
    expect(await signIn(createCookieBox(), email, password, elsewhere())).toBe(200);
  });

  it('AUTH-16 who copied a session has a bound of its own for step-ups', async () => {
    const { box, email } = await registerAndSignIn(built);
    const second = createCookieBox();
    expect(await signIn(second, email, password, elsewhere())).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) expect(await confirm(box, wrong)).toBe(400);
    expect([await confirm(box, password), await change(box, password, 'Another-staple-7')]).toEqual([429, 429]);
    expect(await confirm(second, password)).toBe(200);
  });
});

describe('the cookie of a device', () => {
  const devices = (userId: string) => built.context.db.select().from(knownDevice).where(eq(knownDevice.userId, userId));

  it('SEC-08 AUTH-10 is another one after each sign-in, and the database holds its hash', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const first = box.get('known_device') ?? '';
    expect(JSON.stringify(await devices(userId))).not.toContain(first);
    const again = signedOut(box);
    expect(await signIn(again, email, password, elsewhere())).toBe(200);
    expect(again.get('known_device')).not.toBe(first);
    expect(await devices(userId)).toHaveLength(1);
    await lock(email);
    expect(await signIn(signedOut(box), email, password, elsewhere()), 'the one before').toBe(429);
  });

  it('AUTH-10 serves two persons of one browser, each by themselves', async () => {
    const one = await registerAndSignIn(built);
    const two = await registerAndSignIn(built);
    const shared = signedOut(one.box);
    expect(await signIn(shared, two.email, password, elsewhere())).toBe(200);
    await lock(one.email);
    await lock(two.email);
    const left = signedOut(shared);
    expect(await signIn(left, one.email, password, elsewhere())).toBe(200);
    expect(await signIn(signedOut(left), two.email, password, elsewhere())).toBe(200);
  });

  it('AUTH-11 AUTH-14 ends with the list of devices and with a new password, and not with signing out', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const other = createCookieBox();
    expect(await signIn(other, email, password, elsewhere())).toBe(200);
    expect(await devices(userId)).toHaveLength(2);
    const [row] = await built.context.db
      .select()
      .from(session)
      .where(eq(session.userId, userId))
      .orderBy(session.createdAt, session.id);
    const rows = await built.context.db.select().from(session).where(eq(session.userId, userId));
    expect(row).toBeDefined();
    const mine = await built.app.inject({ method: 'GET', url: '/api/users/me/sessions', headers: box.headers() });
    const listed = mine.json<{ data: { sessions: { id: string; current: boolean }[] } }>().data.sessions;
    const foreign = listed.find(({ current }) => !current)?.id;
    expect(rows.some(({ id }) => id === foreign)).toBe(true);
    const ended = await built.app.inject({ method: 'DELETE', url: `/api/users/me/sessions/${foreign}`, headers: box.headers() });
    expect(ended.statusCode).toBe(200);
    expect(await devices(userId)).toHaveLength(1);
    expect(await signIn(signedOut(other), email, password, elsewhere()), 'without delays it is like any browser').toBe(200);
    expect(await devices(userId)).toHaveLength(2);
    expect(await change(box, password, 'Another-staple-7')).toBe(200);
    expect(await devices(userId)).toHaveLength(1);
    await post(built, '/api/auth/logout', undefined, box);
    expect(box.get('known_device')).toBeDefined();
    await lock(email);
    expect(await signIn(signedOut(box), email, 'Another-staple-7', elsewhere())).toBe(200);
  });

  it('AUTH-10 is remembered beside twenty others of the same millisecond', async () => {
    const { userId } = await registerAndSignIn(built);
    const now = built.clock.now();
    for (let n = 0; n < 100; n += 1) {
      const { id } = await built.context.db.transaction((tx) => rememberDevice(tx, { userId, secret: undefined, now }));
      expect((await devices(userId)).map((device) => device.id)).toContain(id);
    }
    expect(await devices(userId)).toHaveLength(20);
  });

  it('AUTH-10 is removed when its time is up, and a person has twenty at most', async () => {
    const { email, userId } = await registerAndSignIn(built);
    for (let n = 0; n < 22; n += 1) expect(await signIn(createCookieBox(), email, password, elsewhere())).toBe(200);
    expect(await devices(userId)).toHaveLength(20);
    built.clock.advance(181 * dayMs);
    const { removeExpired } = await import('../src/accounts/remove-expired.ts');
    await removeExpired(built.context);
    expect(await devices(userId)).toEqual([]);
    expect(await built.context.db.select().from(signInGuard)).toEqual([]);
  });
});
