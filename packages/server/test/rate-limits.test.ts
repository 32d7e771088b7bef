import { AppError } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { rateLimit } from '../src/db/schema.ts';
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
    const whole = { name: 'api-account', who: 'whole' } as const;
    const many = (token: string) =>
      Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          outcome(limits[n % 2]?.takeBoth({ name: 'api-token', who: token }, whole) ?? Promise.reject()),
        ),
      );
    for (let token = 0; token < 9; token += 1)
      expect((await many(`of nine ${token}`)).filter((result) => result === 'taken')).toHaveLength(60);
    const sides = await Promise.all([many('one'), many('other')]);
    const taken = sides.flat().filter((result) => result === 'taken');
    // What another process holds of the account's 600 when a token has no more: 5 % at most.
    expect(taken.length).toBeLessThanOrEqual(60);
    expect(taken.length).toBeGreaterThanOrEqual(30);
    for (let token = 0; token < 4; token += 1) await many(`more ${token}`);
    const third = { name: 'api-token', who: 'third' } as const;
    const refused = await outcome(limits[0]?.takeBoth(third, whole) ?? Promise.reject());
    expect(refused).toMatchObject({ detail: 'api-account', headers: { 'ratelimit-policy': '"api-account";q=600;w=60' } });
  });

  it('SEC-09 do not end a request in a ring of waits when windows that ended are removed beside it', async () => {
    const limits = createRateLimits({ db: database.db, clock, config: scales });
    const beside = createRateLimits({ db: other.db, clock, config: scales });
    /** Until that statement waits for a lock, or has ended. */
    const untilWaiting = async (statement: Promise<unknown>, of: string) => {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      void statement.then(end, end);
      const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${of}
        and datname = current_database()`;
      await expect.poll(async () => isOver || (await database.db.execute(waiting)).rows.length > 0).toBe(true);
    };
    await database.db.delete(rateLimit);
    // The account's window ends first, that of the token last: in this order they are found.
    await limits.take('api-account', 'ring');
    for (const who of ['between', 'ring']) {
      clock.advance(1_000);
      await limits.take('api-token', who);
    }
    clock.advance(120_000);
    const work: Promise<unknown>[] = [];
    await database.db.transaction(async (tx) => {
      const [, between] = await tx.select().from(rateLimit).orderBy(rateLimit.endsAt);
      await tx
        .select()
        .from(rateLimit)
        .where(eq(rateLimit.key, between?.key ?? ''))
        .for('update');
      const removed = beside.removeExpired();
      work.push(removed);
      await untilWaiting(removed, 'delete from "rate_limit"%');
      const taken = limits.takeBoth({ name: 'api-token', who: 'ring' }, { name: 'api-account', who: 'ring' });
      work.push(taken);
      await untilWaiting(taken, '%with asked as%');
    });
    expect((await Promise.allSettled(work)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
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
