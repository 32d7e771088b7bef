import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { processRow, rateLimit } from '../src/db/schema.ts';
import { newId } from '../src/security/new-id.ts';
import { createRateLimits, type RateLimits } from '../src/security/rate-limits.ts';
import { createTestClock } from './helpers/build.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

let database: TestDatabase;
const handles: DbHandle[] = [];
const clock = createTestClock();
const config = { rateLimitScale: 1, strangerScale: 1, throughputScale: 1 };

/** A process for HTTP: its own pool, and a row that says it is there. */
async function process(): Promise<RateLimits & { statements(): number }> {
  let asked = 0;
  const handle = createDb({ url: database.url, max: 3 });
  handles.push(handle);
  const execute = handle.db.execute.bind(handle.db);
  Object.defineProperty(handle.db, 'execute', {
    value: (...args: Parameters<typeof execute>) => {
      asked += 1;
      return execute(...args);
    },
  });
  await handle.db.insert(processRow).values({ id: newId(), role: 'http,jobs', instance: 'test', version: '1' });
  return { ...createRateLimits({ db: handle.db, clock, config }), statements: () => asked };
}

/** How many of so many requests are let in, a few at once. */
async function take(limits: RateLimits, times: number, token: string, uses = 600, account = `of ${token}`): Promise<number> {
  let taken = 0;
  let left = times;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const shared = { name: 'api-account', who: account, uses: uses * 2 } as const;
      await limits.takeBoth({ name: 'api-token', who: token, uses }, shared).then(
        () => (taken += 1),
        (error: unknown) => expect(error).toMatchObject({ code: 'rate_limited' }),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
  return taken;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const { close } of handles) await close();
  await database.close();
});

describe('shares of a rate', () => {
  it('SEC-09 let exactly the limit through one process, for a fraction of the statements', async () => {
    const one = await process();
    expect(await take(one, 6_500, 'alone', 6_000)).toBe(6_000);
    expect(one.statements()).toBeLessThan(300);
  });

  it('SEC-09 are never more than the limit in three processes, nor 5 % fewer when only one of them is asked to the end', async () => {
    const all = [await process(), await process(), await process()];
    const [first] = all;
    if (!first) throw new Error('three are needed');
    let before = 0;
    for (const limits of all) before += await take(limits, 20, 'spread');
    const taken = before + (await take(first, 700, 'spread'));
    expect(taken).toBeGreaterThanOrEqual(570);
    expect(taken).toBeLessThanOrEqual(600);
    const rest = await Promise.all(all.map((limits) => take(limits, 700, 'spread')));
    expect(rest.reduce((sum, more) => sum + more, taken)).toBe(600);
  });

  it('SEC-09 are lost with a killed process, 5 % at most, and given back by one that stops', async () => {
    const [killed, stopped, stays] = [await process(), await process(), await process()];
    await take(killed, 1, 'killed');
    const afterKill = await take(stays, 700, 'killed');
    expect(afterKill).toBeLessThan(599);
    expect(afterKill).toBeGreaterThanOrEqual(569);
    await take(stopped, 1, 'stopped');
    await stopped.close();
    expect(await take(stays, 700, 'stopped')).toBe(599);
  });

  it('SEC-09 are given back to a process that had found the window used up, within a second', async () => {
    const [stops, stays] = [await process(), await process()];
    await take(stops, 1, 'late');
    const taken = await take(stays, 700, 'late');
    await stops.close();
    expect(await take(stays, 50, 'late')).toBe(0);
    clock.advance(1_000);
    expect(taken + (await take(stays, 50, 'late'))).toBe(599);
  });

  it('SEC-09 end with their window, also when its row was removed beside them', async () => {
    const [one, other] = [await process(), await process()];
    await take(one, 1, 'ends');
    clock.advance(60_000);
    await other.removeExpired();
    expect(await take(other, 700, 'ends')).toBe(600);
    expect(await take(one, 5, 'ends')).toBe(0);
    clock.advance(60_000);
    expect((await Promise.all([take(one, 500, 'ends'), take(other, 500, 'ends')])).reduce((sum, more) => sum + more)).toBe(600);
  });

  it('SEC-09 count parallel first uses of many tokens of an account in their one window', async () => {
    const [one, other] = [await process(), await process()];
    const taken = await Promise.all(
      Array.from({ length: 8 }, (_, n) => take(n % 2 === 0 ? one : other, 100, `of eight ${n}`, 100, 'whole')),
    );
    const sum = taken.reduce((total, more) => total + more);
    expect(sum).toBeLessThanOrEqual(200);
    expect(sum).toBeGreaterThanOrEqual(190);
    const [row] = await database.db.select({ uses: sql<number>`max(uses)` }).from(rateLimit);
    expect(row?.uses).toBeLessThanOrEqual(6_000);
    await database.db.delete(processRow).where(eq(processRow.role, 'http,jobs'));
  });

  it('SEC-09 do not keep a process from stopping when the database is gone', async () => {
    const handle = createDb({ url: database.url, max: 1 });
    const limits = createRateLimits({ db: handle.db, clock, config });
    expect(await take(limits, 1, 'gone')).toBe(1);
    await handle.close();
    await limits.close();
    const rest = await take(await process(), 700, 'gone');
    expect(rest).toBeGreaterThanOrEqual(570);
    expect(rest).toBeLessThan(600);
  });

  it('SEC-09 follow a plan that changes within the window', async () => {
    const one = await process();
    expect(await take(one, 100, 'upgraded', 60)).toBe(60);
    expect(await take(one, 700, 'upgraded', 600)).toBe(540);
    expect(await take(one, 10, 'upgraded', 60)).toBe(0);
  });

  it('SEC-09 count what the largest plan may do under the largest RATE_LIMIT_SCALE', async () => {
    const scaled = createRateLimits({ db: database.db, clock, config: { ...config, throughputScale: 1_000_000 } });
    expect(await take(scaled, 10, 'huge', 12_000)).toBe(10);
  });
});
