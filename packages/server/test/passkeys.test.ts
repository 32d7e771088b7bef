import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkey, securityEvent, session } from '../src/db/schema.ts';
import { turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson, type CookieBox, createCookieBox, post, registerAndSignIn } from './helpers/sign-in.ts';
import {
  type AssertionRequest,
  type Authenticator,
  type Bend,
  createAuthenticator,
  type RegistrationRequest,
} from './helpers/software-authenticator.ts';

const origin = 'http://localhost:3000';
const refused = [400, 'The passkey did not work. Try again.'];

let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

/** Sends as the page at that address does. */
async function send(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  box: CookieBox,
  payload?: object,
  host = 'localhost:3000',
) {
  const headers = { ...box.headers(), host };
  const answer = await built.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
  box.take(answer);
  return answer;
}
const outcome = (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, asJson(answer).message];
async function optionsOf<T>(path: string, box: CookieBox): Promise<T> {
  const answer = await send('POST', path, box);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { options: T } }>().data.options;
}
async function register(box: CookieBox, authenticator: Authenticator, bend: Bend = {}) {
  const options = await optionsOf<RegistrationRequest>('/users/me/passkeys/options', box);
  return send('POST', '/users/me/passkeys', box, { name: 'Laptop', response: authenticator.create(options, bend) });
}
async function signIn(authenticator: Authenticator, bend: Bend = {}, box = createCookieBox()) {
  const options = await optionsOf<AssertionRequest>('/auth/passkey/options', box);
  return { box, answer: await send('POST', '/auth/passkey', box, { response: authenticator.get(options, bend) }) };
}
/** A person with one passkey. */
async function person(options?: { counting?: boolean }) {
  const browser = await registerAndSignIn(built);
  const authenticator = createAuthenticator(origin, options);
  const added = await register(browser.box, authenticator);
  if (added.statusCode !== 200) throw new Error(added.body);
  const { id } = added.json<{ data: { passkey: { id: string } } }>().data.passkey;
  return { ...browser, authenticator, passkeyId: id };
}
async function kindsOf(userId: string): Promise<string[]> {
  const rows = await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
  return rows.map(({ kind }) => kind);
}

describe('registering a passkey', () => {
  it('AUTH-06 asks for a verified person and a key that the browser can find by itself, and shows it in the list', async () => {
    const { box, email, userId } = await registerAndSignIn(built);
    const options = await optionsOf<object>('/users/me/passkeys/options', box);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Clearframe' },
      user: { name: email, id: Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url') },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      timeout: 300_000,
    });
    const authenticator = createAuthenticator(origin);
    const added = await register(box, authenticator, { backedUp: true });
    expect(added.statusCode).toBe(200);
    const list = await built.app.inject({ url: '/api/users/me/passkeys', headers: box.headers() });
    const expected = { name: 'Laptop', backedUp: true, lastUsedAt: null, createdAt: built.clock.now().toISOString() };
    expect(asJson(list).data).toEqual({ passkeys: [{ ...expected, id: expect.any(String) }] });
    const [row] = await built.context.db.select().from(passkey).where(eq(passkey.userId, userId));
    expect(row).toMatchObject({ credentialId: authenticator.id, counter: 1, transports: ['internal'] });
    expect(await kindsOf(userId)).toContain('passkey.added');
    const mails = await built.mailsTo(email, 2);
    expect(mails.map(({ subject }) => subject)).toContain('Passkey added');
    const again = await optionsOf<{ excludeCredentials: object[] }>('/users/me/passkeys/options', box);
    expect(again.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })]);
    expect(outcome(await register(box, authenticator))).toEqual([409, 'This passkey is already registered']);
  });

  it('SEC-03 needs a fresh proof of who one is, to add and to remove', async () => {
    const { box, passkeyId, authenticator } = await person();
    built.clock.advance(10 * 60_000 + 1);
    for (const [method, path] of [
      ['POST', '/users/me/passkeys/options'],
      ['DELETE', `/users/me/passkeys/${passkeyId}`],
    ] as const)
      expect((await send(method, path, box)).json()).toMatchObject({ code: 'confirmation_required' });
    const options = await optionsOf<AssertionRequest>('/auth/confirm/passkey/options', box);
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }], userVerification: 'required' });
    const confirmed = await send('POST', '/auth/confirm/passkey', box, { response: authenticator.get(options) });
    expect(confirmed.statusCode).toBe(200);
    expect((await send('DELETE', `/users/me/passkeys/${passkeyId}`, box)).statusCode).toBe(200);
  });

  const bends: [string, Bend][] = [
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:3001' }],
    ['another domain', { rpId: 'evil.example' }],
    ['a person who was not verified', { verified: false }],
    ['nobody present', { present: false }],
    ['the answer to another question', { type: 'webauthn.get' }],
    ['a statement with certificates', { fmt: 'packed', attestation: new Map([['x5c', new Uint8Array(3)]]) }],
    ['a statement of a kind that is not asked for', { fmt: 'android-key' }],
  ];
  it.each(bends)('AUTH-16 refuses %s', async (_, bend) => {
    const { box, userId } = await registerAndSignIn(built);
    expect(outcome(await register(box, createAuthenticator(origin), bend))).toEqual(refused);
    expect(await built.context.db.select().from(passkey).where(eq(passkey.userId, userId))).toEqual([]);
  });

  it("AUTH-16 refuses a replayed challenge, another person's, another kind's, an old one and none", async () => {
    const [one, other] = [await registerAndSignIn(built), await registerAndSignIn(built)];
    const add = (box: CookieBox, options: RegistrationRequest) =>
      send('POST', '/users/me/passkeys', box, { name: 'a', response: createAuthenticator(origin).create(options) });
    const start = (box: CookieBox) => optionsOf<RegistrationRequest>('/users/me/passkeys/options', box);

    const used = await start(one.box);
    const cookie = one.box.get('passkey_challenge') ?? '';
    expect((await add(one.box, used)).statusCode).toBe(200);
    one.box.set('passkey_challenge', cookie);
    expect(outcome(await add(one.box, used))).toEqual(refused);

    const theirs = await start(other.box);
    one.box.set('passkey_challenge', other.box.get('passkey_challenge') ?? '');
    expect(outcome(await add(one.box, theirs))).toEqual(refused);

    const { challenge } = await optionsOf<AssertionRequest>('/auth/passkey/options', one.box);
    expect(outcome(await add(one.box, { challenge, rp: { id: 'localhost' } }))).toEqual(refused);

    const mixed = await start(one.box);
    await start(one.box);
    expect(outcome(await add(one.box, mixed))).toEqual(refused);

    const late = await start(one.box);
    built.clock.advance(5 * 60_000);
    expect(outcome(await add(one.box, late))).toEqual(refused);
    one.box.set('passkey_challenge', 'a'.repeat(43));
    expect(outcome(await add(one.box, late))).toEqual(refused);
  });

  it('AUTH-16 stores no more than twenty for a person, parallel ones included', async () => {
    const { box, userId } = await registerAndSignIn(built);
    const row = { userId, name: 'a', publicKey: 'a', counter: 0, transports: [], backedUp: false };
    const ids = Array.from({ length: 19 }, (_, n) => `${userId}-${n}`);
    await built.context.db.insert(passkey).values(ids.map((credentialId) => ({ ...row, credentialId })));
    const additions = await Promise.all(
      [0, 1].map(async () => {
        const own = createCookieBox();
        own.set('access_token', box.get('access_token') ?? '');
        const options = await optionsOf<RegistrationRequest>('/users/me/passkeys/options', own);
        return { own, response: createAuthenticator(origin).create(options) };
      }),
    );
    const answers = await Promise.all(
      additions.map(({ own, response }) => send('POST', '/users/me/passkeys', own, { name: 'a', response })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await send('POST', '/users/me/passkeys/options', box)).statusCode).toBe(409);
  });
});

describe('signing in with a passkey', () => {
  it('AUTH-06 takes no password and no second step, and starts a session', async () => {
    const { userId, authenticator, ...browser } = await person();
    await turnOnTwoStep(built, browser);
    const { box, answer } = await signIn(authenticator);
    expect(asJson(answer).data).toMatchObject({ user: { id: userId } });
    expect(box.get('passkey_challenge')).toBeUndefined();
    const me = await built.app.inject({ url: '/api/users/me', headers: box.headers() });
    expect(me.statusCode).toBe(200);
    const [row] = await built.context.db.select().from(passkey).where(eq(passkey.userId, userId));
    expect(row).toMatchObject({ counter: 2, lastUsedAt: built.clock.now() });
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.userId, userId));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'login.succeeded', detail: 'passkey' }));
  });

  it('AUTH-08 keeps the challenge in a cookie that no script reads, for five minutes', async () => {
    const answer = await send('POST', '/auth/passkey/options', createCookieBox());
    const expected = { name: 'passkey_challenge', httpOnly: true, sameSite: 'Strict', path: '/api', maxAge: 300 };
    expect(answer.cookies).toEqual([expect.objectContaining(expected)]);
    expect(answer.json().data.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  });

  const bends: [string, Bend][] = [
    ['another origin', { origin: 'https://localhost:3000' }],
    ['another domain', { rpId: 'evil.example' }],
    ['a person who was not verified', { verified: false }],
    ['a forged signature', { forged: true }],
    ['the answer to another question', { type: 'webauthn.create' }],
    ['the handle of somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
  ];
  it.each(bends)('AUTH-16 refuses %s, and records it', async (_, bend) => {
    const { userId, authenticator } = await person();
    const { answer } = await signIn(authenticator, bend);
    expect(outcome(answer)).toEqual(refused);
    expect(answer.cookies).toEqual([]);
    expect(await built.context.db.select().from(session).where(eq(session.userId, userId))).toHaveLength(1);
    expect(await kindsOf(userId)).toContain('login.failed');
    expect((await signIn(authenticator)).answer.statusCode).toBe(200);
  });

  it('AUTH-16 answers an unknown passkey like a wrong one', async () => {
    const { authenticator } = await person();
    const unknown = await signIn(createAuthenticator(origin));
    const wrong = await signIn(authenticator, { forged: true });
    expect(unknown.answer.body).toBe(wrong.answer.body);
  });

  it('AUTH-16 takes an answer once, in parallel too', async () => {
    const { authenticator } = await person();
    const box = createCookieBox();
    const options = await optionsOf<AssertionRequest>('/auth/passkey/options', box);
    const headers = { ...box.headers(), host: 'localhost:3000' };
    const payload = { response: authenticator.get(options) };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => built.app.inject({ method: 'POST', url: '/api/auth/passkey', headers, payload })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('AUTH-16 refuses a copy of a passkey, whose counter stands still or goes back, and records that', async () => {
    const { userId, authenticator } = await person();
    expect((await signIn(authenticator, { counter: 7 })).answer.statusCode).toBe(200);
    for (const counter of [7, 3, 0]) expect(outcome((await signIn(authenticator, { counter })).answer)).toEqual(refused);
    expect((await kindsOf(userId)).filter((kind) => kind === 'passkey.counter_reversed')).toHaveLength(3);
    // A forged one does not raise that alarm.
    expect(outcome((await signIn(authenticator, { counter: 3, forged: true })).answer)).toEqual(refused);
    expect((await kindsOf(userId)).filter((kind) => kind === 'passkey.counter_reversed')).toHaveLength(3);
    expect((await signIn(authenticator, { counter: 8 })).answer.statusCode).toBe(200);
  });

  it('AUTH-06 takes passkeys that keep no counter', async () => {
    const { authenticator } = await person({ counting: false });
    expect((await signIn(authenticator)).answer.statusCode).toBe(200);
    expect((await signIn(authenticator)).answer.statusCode).toBe(200);
  });

  it('AUTH-16 limits how many challenges one client gets', async () => {
    const strict = await build({ config: { rateLimitScale: 1 } });
    const ask = () =>
      strict.app.inject({ method: 'POST', url: '/api/auth/passkey/options', headers: { host: 'localhost:3000' } });
    const statuses: number[] = [];
    for (let n = 0; n < 61; n += 1) statuses.push((await ask()).statusCode);
    await strict.close();
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
  });
});

describe('passkeys of other people', () => {
  it('SEC-03 confirm nothing, and cannot be renamed or removed', async () => {
    const [one, other] = [await person(), await person()];
    const options = await optionsOf<AssertionRequest>('/auth/confirm/passkey/options', one.box);
    const confirmed = await send('POST', '/auth/confirm/passkey', one.box, { response: other.authenticator.get(options) });
    expect(outcome(confirmed)).toEqual(refused);
    expect(await kindsOf(one.userId)).toContain('session.confirm_failed');
    const path = `/users/me/passkeys/${other.passkeyId}`;
    expect(outcome(await send('PATCH', path, one.box, { name: 'Mine' }))).toEqual([404, 'Passkey not found']);
    expect(outcome(await send('DELETE', path, one.box))).toEqual([404, 'Passkey not found']);
    expect((await send('PATCH', path, other.box, { name: ' Phone ' })).json().data.passkey.name).toBe('Phone');
    expect((await send('DELETE', path, other.box)).statusCode).toBe(200);
    expect(outcome((await signIn(other.authenticator)).answer)).toEqual(refused);
    expect(await kindsOf(other.userId)).toContain('passkey.removed');
  });

  it('SEC-03 sign in with a challenge that was made to confirm, or the other way round: never', async () => {
    const { box, authenticator } = await person();
    const confirm = await optionsOf<AssertionRequest>('/auth/confirm/passkey/options', box);
    expect(outcome(await send('POST', '/auth/passkey', box, { response: authenticator.get(confirm) }))).toEqual(refused);
    const enter = await optionsOf<AssertionRequest>('/auth/passkey/options', box);
    expect(outcome(await send('POST', '/auth/confirm/passkey', box, { response: authenticator.get(enter) }))).toEqual(refused);
  });
});

describe('where there are no passkeys', () => {
  it('AUTH-06 says so: by number, and over plain http on another machine', async () => {
    const words = [400, 'Passkeys need https and a host name'];
    const { box } = await registerAndSignIn(built);
    expect(outcome(await send('POST', '/users/me/passkeys/options', box, undefined, '127.0.0.1:3000'))).toEqual(words);
    const remote = { localMode: false, secretKey: 'k'.repeat(40) };
    for (const [publicUrl, host, rpId] of [
      ['http://frames.example', 'frames.example', null],
      ['https://192.0.2.7', '192.0.2.7', null],
      ['https://frames.example', 'localhost', 'frames.example'],
    ] as const) {
      const server = await build({ config: { ...remote, publicUrl } });
      const answer = await server.app.inject({ method: 'POST', url: '/api/auth/passkey/options', headers: { host } });
      await server.close();
      if (rpId === null) expect(outcome(answer)).toEqual(words);
      else expect(answer.json()).toMatchObject({ data: { options: { rpId } } });
    }
  });
});

it('AUTH-16 answers bad input with 400, never 500', async () => {
  const { box } = await person();
  const good = createAuthenticator(origin).get({ challenge: 'AAAA', rpId: 'localhost' });
  const bodies: object[] = [
    {},
    { response: null },
    { response: { ...good, id: '' } },
    { response: { ...good, rawId: 'other' } },
    { response: { ...good, type: 'password' } },
    { response: { ...good, response: { ...good.response, clientDataJSON: '!!' } } },
    { response: { ...good, response: { ...good.response, signature: 'A'.repeat(5_000) } } },
  ];
  for (const body of bodies) expect((await send('POST', '/auth/passkey', createCookieBox(), body)).statusCode).toBe(400);
  const options = await optionsOf<RegistrationRequest>('/users/me/passkeys/options', box);
  const made = createAuthenticator(origin).create(options);
  const broken = { ...made, response: { ...made.response, attestationObject: 'AAAA' } };
  expect((await post(built, '/api/users/me/passkeys', { name: 'a', response: broken }, box)).statusCode).toBe(400);
  expect((await post(built, '/api/users/me/passkeys', { name: ' ', response: made }, box)).statusCode).toBe(400);
});
