import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import type { Hearer } from '../src/db/listener.ts';
import { accessToken, account, usagePeriod } from '../src/db/schema.ts';
import { createTokenMemory, type ProvedToken } from '../src/security/token-memory.ts';
import { type Built, build, createTestClock } from './helpers/build.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const token: ProvedToken = {
  id: 'token',
  accountId: 'account',
  name: 'shop',
  scopes: ['read'],
  expiresAt: null,
  lastUsedAt: null,
  periods: [],
};

/** A memory whose announcements the test makes. */
function remembering() {
  const clock = createTestClock();
  const hearers: Hearer[] = [];
  const hear = (_channel: string, hearer: Hearer) => {
    hearers.push(hearer);
    return () => undefined;
  };
  const memory = createTokenMemory({ clock, listener: { hear, close: async () => undefined }, most: 3 });
  let looks = 0;
  const look = (hash = 'hash', found: ProvedToken | null = token) =>
    memory.of(hash, async () => {
      looks += 1;
      return found;
    });
  return { clock, memory, look, looks: () => looks, heard: () => hearers[0] };
}

describe('the memory of proved tokens', () => {
  it('SEC-09 looks once in five seconds, and only while it hears', async () => {
    const { clock, look, looks, heard } = remembering();
    await look();
    await look();
    expect(looks(), 'nothing is heard yet').toBe(2);
    heard()?.onListening(false);
    for (let n = 0; n < 9; n += 1) expect(await look()).toBe(token);
    expect(looks()).toBe(3);
    clock.advance(4_999);
    await look();
    expect(looks()).toBe(3);
    clock.advance(1);
    await look();
    expect(looks()).toBe(4);
    heard()?.onSilence?.();
    await look();
    await look();
    expect(looks()).toBe(6);
  });

  it('SEC-09 forgets the tokens of an account that is announced, and no others', async () => {
    const { look, looks, heard } = remembering();
    await look();
    heard()?.onListening(false);
    await look('one');
    await look('other', { ...token, accountId: 'another' });
    heard()?.onPayload('account');
    await look('other');
    expect(looks()).toBe(3);
    await look('one');
    expect(looks()).toBe(4);
  });

  it('SEC-09 remembers no token that has expired, so that one that is extended holds at once', async () => {
    const { clock, look, looks, heard } = remembering();
    await look();
    heard()?.onListening(false);
    await look('hash', { ...token, expiresAt: clock.now() });
    expect(await look()).toBe(token);
    expect(looks()).toBe(3);
  });

  it('SEC-09 keeps nothing that was read before a change and arrived after it, and no refusal', async () => {
    const { memory, look, looks, heard } = remembering();
    await look();
    heard()?.onListening(false);
    const slow = Promise.withResolvers<ProvedToken | null>();
    const reading = memory.of('hash', () => slow.promise);
    heard()?.onPayload('account');
    slow.resolve(token);
    expect(await reading).toBe(token);
    expect(await look('hash', null)).toBeNull();
    expect(await look('hash', null)).toBeNull();
    expect(looks()).toBe(3);
  });

  it('SEC-06 holds so many at most, and forgets the oldest', async () => {
    const { look, looks, heard } = remembering();
    await look();
    heard()?.onListening(false);
    for (const hash of ['a', 'b', 'c', 'd', 'b', 'c', 'd']) await look(hash);
    expect(looks()).toBe(5);
    await look('a');
    expect(looks()).toBe(6);
  });
});

describe('two processes that remember a token', () => {
  let built: Built;
  let other: Built;
  let person: Uploader;
  const status = async ({ app }: Built) =>
    (await app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${person.token}` } })).statusCode;
  const policy = async () =>
    (await built.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${person.token}` } })).headers[
      'ratelimit-policy'
    ];
  /** Both have it in mind: their clocks stand still, so only an announcement makes them forget. */
  const bothKnow = async (wanted: number) => {
    for (const one of [built, other]) await expect.poll(() => status(one)).toBe(wanted);
  };

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 10 } });
    other = await build({
      config: { throughputScale: 10, databaseUrl: built.database.url, directUrl: built.database.url, dataDir: built.dataDir },
    });
    person = await createUploader(built, 100);
  });
  beforeEach(() => bothKnow(200));
  afterAll(async () => {
    await other.close();
    await built.close();
  });

  it('SEC-09 refuse it when somebody switches it off or ends it, whoever that is, and take it again', async () => {
    const { db } = built.context;
    const own = eq(accessToken.accountId, person.accountId);
    for (const change of [{ isActive: false }, { expiresAt: built.clock.now() }]) {
      await db.update(accessToken).set(change).where(own);
      await bothKnow(401);
      await db.update(accessToken).set({ isActive: true, expiresAt: null }).where(own);
      await bothKnow(200);
    }
  });

  it('API-05 follow its scopes', async () => {
    await built.context.db
      .update(accessToken)
      .set({ scopes: ['upload'] })
      .where(eq(accessToken.accountId, person.accountId));
    await bothKnow(403);
    await built.context.db
      .update(accessToken)
      .set({ scopes: ['upload', 'read', 'decide'] })
      .where(eq(accessToken.accountId, person.accountId));
    await bothKnow(200);
  });

  it('SEC-09 give an account the rate of its plan as soon as the plan begins, and until it ends', async () => {
    const { db } = built.context;
    const { accountId } = person;
    await expect.poll(policy).toBe('"api-token";q=600;w=60');
    const startsAt = built.clock.now();
    const endsAt = new Date(startsAt.getTime() + 86_400_000);
    const period = { accountId, subscriptionId: null, planId: 'growth', frames: 35_714, startsAt, endsAt, reason: 'x' };
    await db.transaction((tx) => openPeriod(tx, period));
    await expect.poll(policy).toBe('"api-token";q=9000;w=60');
    await db.update(usagePeriod).set({ endsAt: startsAt }).where(eq(usagePeriod.planId, 'growth'));
    await expect.poll(policy).toBe('"api-token";q=600;w=60');
  });

  it('SEC-03 forget it with its account', async () => {
    await built.context.db.delete(account).where(eq(account.id, person.accountId));
    await bothKnow(401);
  });
});
