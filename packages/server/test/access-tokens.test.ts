import { randomUUID } from 'node:crypto';
import { type AccessToken, type LiveEvent, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import { accessToken, membership, securityEvent } from '../src/db/schema.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

type Envelope<T = unknown> = { status: string; message?: string; data: T };

let built: Built;
const lines: string[] = [];

async function call<T = unknown>(method: 'GET' | 'POST' | 'DELETE', url: string, headers: object = {}, payload?: object) {
  const answer = await built.app.inject({ method, url: `/api${url}`, headers: { ...headers }, ...(payload ? { payload } : {}) });
  return { code: answer.statusCode, headers: answer.headers, body: answer.json<Envelope<T>>() };
}

const create = (browser: SignedInBrowser, name: string) =>
  call<{ access_token: AccessToken } | null>('POST', '/access-tokens', browser.headers, { name });

async function createToken(browser: SignedInBrowser, name = 'shop'): Promise<AccessToken> {
  const { body } = await create(browser, name);
  if (!body.data) throw new Error(body.message);
  return body.data.access_token;
}

async function list(browser: SignedInBrowser): Promise<AccessToken[]> {
  const { body } = await call<{ access_tokens: AccessToken[] }>('GET', '/access-tokens', browser.headers);
  return body.data.access_tokens;
}

async function accountOf({ userId }: SignedInBrowser): Promise<string> {
  const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, userId));
  return member?.accountId ?? '';
}

/** A person whose account may upload for `days` from now. */
async function subscriber(days = 30): Promise<SignedInBrowser> {
  const browser = await registerAndSignIn(built);
  const accountId = await accountOf(browser);
  const startsAt = built.clock.now();
  const endsAt = new Date(startsAt.getTime() + days * 86_400_000);
  await built.context.db.transaction((tx) =>
    openPeriod(tx, { accountId, subscriptionId: null, frames: 9, startsAt, endsAt, reason: 'x' }),
  );
  return browser;
}

/** What a bearer gets for an item that does not exist: 404 behind the door, 401 before it. */
const knock = (authorization?: string, headers: object = {}) =>
  call('GET', `/v1/media/${randomUUID()}`, { ...headers, ...(authorization === undefined ? {} : { authorization }) });

const rowOf = async ({ id }: AccessToken) => (await built.context.db.select().from(accessToken).where(eq(accessToken.id, id)))[0];

beforeAll(async () => {
  built = await build({ onLog: (line) => lines.push(line) });
});
afterAll(() => built.close());

describe('access tokens', () => {
  it('TOK-02 makes a token of 256 bits that the list shows whole, newest first', async () => {
    const browser = await subscriber();
    expect(await list(browser)).toEqual([]);
    const first = await createToken(browser, '  my shop ');
    expect(first).toMatchObject({ name: 'my shop', isActive: true, lastUsedAt: null });
    expect(first.token).toMatch(/^cf_live_[A-Za-z0-9_-]{43}$/);
    built.clock.advance(1_000);
    const second = await createToken(browser);
    expect(await list(browser)).toEqual([second, first]);
    expect(second.token).not.toBe(first.token);
  });

  it('SEC-08 keeps no usable token in the database, nor in the log', async () => {
    const browser = await subscriber();
    const made = await createToken(browser);
    await knock(`Bearer ${made.token}`);
    const row = await rowOf(made);
    const secret = made.token.slice('cf_live_'.length);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Buffer.from(row?.tokenSealed ?? '', 'base64url').toString('latin1')).not.toContain(secret);
    expect(lines.join('\n')).not.toContain(secret);
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.kind, 'access_token.created'));
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('TOK-02 lists a token that was sealed under another key without its value, so that it can be deleted', async () => {
    const browser = await subscriber();
    const made = await createToken(browser);
    const tokenSealed = createSecrets('another secret of more than thirty-two').seal('access-token', made.token);
    await built.context.db.update(accessToken).set({ tokenSealed }).where(eq(accessToken.id, made.id));
    expect(await list(browser)).toEqual([{ ...made, token: '' }]);
    expect((await call('DELETE', `/access-tokens/${made.id}`, browser.headers)).code).toBe(200);
  });

  it('TOK-02 needs a subscription to make a token', async () => {
    const browser = await registerAndSignIn(built);
    expect(await create(browser, 'shop')).toMatchObject({
      code: 403,
      body: { status: 'error', message: expect.stringContaining('active subscription'), data: null },
    });
  });

  it.each([
    ['blank', '   '],
    ['empty', ''],
    ['too long', 'a'.repeat(limits.tokenNameMaxLength + 1)],
    ['not storable', 'a\u0000b'],
  ])('TOK-02 refuses a name that is %s', async (_kind, name) => {
    const browser = await subscriber();
    expect((await create(browser, name)).code).toBe(400);
    expect(await list(browser)).toEqual([]);
  });

  it('SEC-06 holds the limit of tokens against parallel requests', async () => {
    const browser = await subscriber();
    const accountId = await accountOf(browser);
    const have = Array.from({ length: limits.tokensMax - 3 }, () => ({
      accountId,
      name: 'old',
      tokenHash: randomUUID(),
      tokenSealed: built.context.secrets.seal('access-token', 'old'),
    }));
    await built.context.db.insert(accessToken).values(have);
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(browser, 'new')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(9);
  });

  it('TOK-01 shows a token as inactive when it is switched off, expired or the account has no access', async () => {
    const browser = await subscriber(1);
    const made = await createToken(browser);
    const { db } = built.context;
    await db.update(accessToken).set({ isActive: false }).where(eq(accessToken.id, made.id));
    expect(await list(browser)).toMatchObject([{ isActive: false }]);
    await db.update(accessToken).set({ isActive: true, expiresAt: built.clock.now() }).where(eq(accessToken.id, made.id));
    expect(await list(browser)).toMatchObject([{ isActive: false }]);
    await db.update(accessToken).set({ expiresAt: null }).where(eq(accessToken.id, made.id));
    expect(await list(browser)).toMatchObject([{ isActive: true }]);

    const lapsed = await registerAndSignIn(built);
    const row = { name: 'old', tokenHash: randomUUID(), tokenSealed: built.context.secrets.seal('access-token', 'cf_live_x') };
    await db.insert(accessToken).values({ ...row, accountId: await accountOf(lapsed) });
    expect(await list(lapsed)).toMatchObject([{ isActive: false, token: 'cf_live_x' }]);
  });

  it('API-05 lets the bearer of a token in, the scheme in any case', async () => {
    const { token } = await createToken(await subscriber());
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect((await knock(`${scheme} ${token}`)).code).toBe(404);
  });

  it.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['no scheme', 'cf_live_TOKEN'],
    ['another scheme', 'Basic TOKEN'],
    ['no token', 'Bearer '],
    ['another prefix', `Bearer cf_test_${'a'.repeat(43)}`],
    ['a short token', 'Bearer cf_live_short'],
    ['an unknown token', `Bearer cf_live_${'a'.repeat(43)}`],
    ['a huge token', `Bearer cf_live_${'a'.repeat(5_000)}`],
    ['a quote', `Bearer cf_live_' or 1=1 --`],
    ['two tokens', `Bearer cf_live_${'a'.repeat(43)}, Bearer cf_live_${'b'.repeat(43)}`],
  ])('API-05 answers 401 to %s', async (_kind, authorization) => {
    const { code, headers, body } = await knock(authorization);
    expect({ code, body }).toEqual({ code: 401, body: { status: 'error', message: 'Invalid API token', data: null } });
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('API-05 answers 401 to a token that is switched off, expired or deleted', async () => {
    const browser = await subscriber();
    const made = await createToken(browser);
    const { db } = built.context;
    const bearer = `Bearer ${made.token}`;
    await db.update(accessToken).set({ isActive: false }).where(eq(accessToken.id, made.id));
    expect((await knock(bearer)).code).toBe(401);
    await db.update(accessToken).set({ isActive: true, expiresAt: built.clock.now() }).where(eq(accessToken.id, made.id));
    expect((await knock(bearer)).code).toBe(401);
    await db.update(accessToken).set({ expiresAt: null }).where(eq(accessToken.id, made.id));
    expect((await knock(bearer)).code).toBe(404);
    expect(await call('DELETE', `/access-tokens/${made.id}`, browser.headers)).toMatchObject({ code: 200, body: { data: null } });
    expect((await knock(bearer)).code).toBe(401);
    expect(await list(browser)).toEqual([]);
  });

  it('API-05 does not take the cookie of the dashboard for a token, nor a token for the cookie', async () => {
    const browser = await subscriber();
    const { token } = await createToken(browser);
    expect((await knock(undefined, browser.headers)).code).toBe(401);
    expect((await call('GET', '/access-tokens', { authorization: `Bearer ${token}` })).code).toBe(401);
  });

  it('TOK-02 notes the last use, once a minute, and tells open pages of it', async () => {
    const browser = await subscriber();
    const made = await createToken(browser);
    const heard: LiveEvent[] = [];
    await built.context.live.listening();
    const leave = built.context.live.subscribe(await accountOf(browser), (event) => heard.push(event));
    const lastUsed = async () => (await rowOf(made))?.lastUsedAt?.getTime();
    const start = built.clock.now().getTime();
    await knock(`Bearer ${made.token}`);
    expect(await lastUsed()).toBe(start);
    built.clock.advance(59_999);
    await knock(`Bearer ${made.token}`);
    expect(await lastUsed()).toBe(start);
    built.clock.advance(1);
    await knock(`Bearer ${made.token}`);
    expect(await lastUsed()).toBe(start + 60_000);
    await expect.poll(() => heard).toEqual([{ type: 'token.updated' }, { type: 'token.updated' }]);
    leave();
  });

  it('SEC-03 hides the tokens of another account and does not delete them', async () => {
    const [owner, stranger] = [await subscriber(), await subscriber()];
    const made = await createToken(owner);
    expect(await list(stranger)).toEqual([]);
    const refused = await call('DELETE', `/access-tokens/${made.id}`, stranger.headers);
    const unknown = await call('DELETE', `/access-tokens/${randomUUID()}`, stranger.headers);
    expect(refused).toMatchObject({ code: 404, body: { status: 'error', message: 'Token not found', data: null } });
    expect(unknown.body).toEqual(refused.body);
    expect((await call('DELETE', '/access-tokens/1', stranger.headers)).code).toBe(400);
    expect(await list(owner)).toHaveLength(1);
  });

  it('SEC-03 leaves tokens to owners', async () => {
    const browser = await subscriber();
    const made = await createToken(browser);
    await built.context.db.update(membership).set({ role: 'moderator' }).where(eq(membership.userId, browser.userId));
    expect((await call('GET', '/access-tokens', browser.headers)).code).toBe(403);
    expect((await create(browser, 'x')).code).toBe(403);
    expect((await call('DELETE', `/access-tokens/${made.id}`, browser.headers)).code).toBe(403);
  });

  it.each(['GET', 'POST'] as const)('AUTH-07 answers 401 to %s without a session, whatever the body', async (method) => {
    expect((await call(method, '/access-tokens', {}, method === 'POST' ? { wrong: true } : undefined)).code).toBe(401);
  });

  it('SEC-09 counts all tokens of an account together too, and another account apart', async () => {
    const [browser, stranger] = [await subscriber(), await subscriber()];
    const tokens: AccessToken[] = [];
    for (let n = 0; n < 11; n += 1) tokens.push(await createToken(browser, `shop ${n}`));
    const alone = await createToken(stranger);
    // A tenth of every limit: 6 for a token, 60 for an account.
    const small = await build({ config: { throughputScale: 0.1, databaseUrl: built.database.url, dataDir: built.dataDir } });
    const ask = ({ token }: AccessToken) =>
      small.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${token}` } });
    for (const one of tokens.slice(0, 10)) for (let n = 0; n < 6; n += 1) expect((await ask(one)).statusCode).not.toBe(429);
    const refused = await ask(tokens[10] ?? alone);
    expect([refused.statusCode, refused.headers['ratelimit-policy']]).toEqual([429, '"api-account";q=60;w=60']);
    expect((await ask(alone)).statusCode).not.toBe(429);
    await small.close();
  });

  it('SEC-09 counts wrong tokens against the address that sends them', async () => {
    const strict = await build({ config: { rateLimitScale: 1 } });
    const statuses: number[] = [];
    for (let n = 0; n < 62; n++) statuses.push((await strict.app.inject({ url: `/api/v1/media/${randomUUID()}` })).statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    await strict.close();
  });
});
