import { AppError } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { createRateLimits, type RateLimits } from '../src/security/rate-limits.ts';
import { createTestClock } from './helpers/build.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

let database: TestDatabase;
let other: DbHandle;
const clock = createTestClock();
const scales = { rateLimitScale: 1, strangerScale: 1, throughputScale: 1 };
beforeAll(async () => {
  database = await createTestDatabase();
  other = createDb({ url: database.url, max: 5 });
});
afterAll(async () => {
  await other.close();
  await database.close();
});

async function outcome(taken: Promise<void>): Promise<'taken' | AppError> {
  try {
    await taken;
    return 'taken';
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return error;
    throw error;
  }
}

const takeMany = (limits: RateLimits[], times: number, who: string) =>
  Promise.all(
    Array.from({ length: times }, (_, n) =>
      outcome((limits[n % limits.length] ?? limits[0])?.take('api-token', who) ?? Promise.reject()),
    ),
  );

describe('rate limits', () => {
  it('SEC-09 hold across processes: two of them share 60 uses', async () => {
    const [one, two] = [database.db, other.db].map((db) => createRateLimits({ db, clock, config: scales }));
    if (!one || !two) throw new Error('two are needed');
    const outcomes = await takeMany([one, two], 100, 'shared');
    expect(outcomes.filter((result) => result === 'taken')).toHaveLength(60);
  });

  it('SEC-09 API-05 tell the rest, the wait, and open again when the window ends', async () => {
    const limits = createRateLimits({ db: database.db, clock, config: scales });
    const headers: Record<string, string>[] = [];
    const sink = { headers: (values: Record<string, string>) => headers.push(values) };
    for (let n = 0; n < 60; n += 1) await limits.take('api-token', 'told', sink);
    expect(headers[0]).toEqual({ 'ratelimit-policy': '"api-token";q=60;w=60', ratelimit: '"api-token";r=59;t=60' });
    clock.advance(30_500);
    const refused = await outcome(limits.take('api-token', 'told', sink));
    expect(refused).toMatchObject({ retryAfterMs: 29_500, headers: { ratelimit: '"api-token";r=0;t=30' } });
    expect(await outcome(limits.take('api-token', 'somebody else'))).toBe('taken');
    clock.advance(29_500);
    expect(await outcome(limits.take('api-token', 'told'))).toBe('taken');
  });

  it('SEC-09 count a token and its account at once, and what the token is refused leaves its account alone', async () => {
    const limits = [database.db, other.db].map((db) => createRateLimits({ db, clock, config: scales }));
    const many = (token: string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          outcome(limits[n % 2]?.takeBoth(['api-token', token], ['api-account', 'whole']) ?? Promise.reject()),
        ),
      );
    for (let token = 0; token < 9; token += 1)
      expect((await many(`of nine ${token}`)).filter((result) => result === 'taken')).toHaveLength(60);
    const sides = await Promise.all([many('one'), many('other')]);
    const taken = sides.flat().filter((result) => result === 'taken');
    expect(taken, 'the account has 600').toHaveLength(60);
    const refused = await outcome(limits[0]?.takeBoth(['api-token', 'third'], ['api-account', 'whole']) ?? Promise.reject());
    expect(refused).toMatchObject({ detail: 'api-account', headers: { 'ratelimit-policy': '"api-account";q=600;w=60' } });
  });

  it('AUTH-16 SEC-09 RATE_LIMIT_SCALE raises limits per address and per token, never those against guessing', async () => {
    const scaled = createRateLimits({
      db: database.db,
      clock,
      config: { rateLimitScale: 20, strangerScale: 1, throughputScale: 3 },
    });
    const policies: string[] = [];
    const sink = { headers: (values: Record<string, string>) => policies.push(values['ratelimit-policy'] ?? '') };
    for (const name of ['login-address', 'api-token', 'login-pair', 'code-mail', 'resend-mail'] as const)
      await scaled.take(name, 'scaled', sink);
    expect(policies).toEqual([
      '"login-address";q=1000;w=3600',
      '"api-token";q=180;w=60',
      '"login-pair";q=10;w=900',
      '"code-mail";q=15;w=86400',
      '"resend-mail";q=5;w=3600',
    ]);
  });

  it('SEC-08 keep no address of a person or a client', async () => {
    const limits = createRateLimits({ db: database.db, clock, config: scales });
    await limits.take('register-mail', 'ada@example.com');
    const { rows } = await database.pool.query<{ key: string }>('select key from rate_limit');
    expect(rows.some(({ key }) => key.startsWith('register-mail:'))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain('ada@');
  });
});
