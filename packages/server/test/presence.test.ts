import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { besidePool } from '../src/db/beside-pool.ts';
import { createDb } from '../src/db/client.ts';
import { account, processRow } from '../src/db/schema.ts';
import { answerOnce } from '../src/idempotency/answer-once.ts';
import { type Begun, beginIdempotent, finishIdempotent } from '../src/idempotency/idempotency.ts';
import { processes } from '../src/operator/processes.ts';
import { createDatabaseClock } from '../src/presence/database-clock.ts';
import { type Presence, startPresence } from '../src/presence/presence.ts';
import { listProcesses } from '../src/presence/processes.ts';
import { build } from './helpers/build.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { openLine } from './helpers/line.ts';

let test: TestDatabase;
const started: Presence[] = [];
/** Says nothing by itself, so that a slow machine changes nothing. */
const never = 3_600_000;
beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.close()));
  await test.close();
});

async function start(options: Partial<Parameters<typeof startPresence>[0]> = {}): Promise<Presence> {
  const presence = await startPresence({
    db: test.db,
    role: 'http,jobs',
    instance: 'one',
    version: '1.0.0',
    everyMs: never,
    ...options,
  });
  started.push(presence);
  return presence;
}
/** Makes a process look as if it had said nothing for so long. */
const silence = ({ id }: Presence, seconds: number) =>
  test.db
    .update(processRow)
    .set({ seenAt: sql`now() - ${seconds} * interval '1 second'` })
    .where(eq(processRow.id, id));

describe('the processes on a database', () => {
  it('OPS-04 say that they are there, until they end', async () => {
    const presence = await start({ role: 'pictures,videos', everyMs: 5 });
    await silence(presence, 3_000);
    await expect.poll(() => listProcesses(test.db)).toMatchObject([{ role: 'pictures,videos', instance: 'one', isThere: true }]);
    // A sweep of another process may have taken it for dead.
    await test.db.delete(processRow);
    await expect.poll(async () => (await listProcesses(test.db)).length).toBe(1);
    await presence.close();
    expect(await listProcesses(test.db)).toEqual([]);
  });

  it('OPS-04 miss nobody who ended without a word, once another of that machine took the place', async () => {
    const [gone, elsewhere] = [await start(), await start({ instance: 'two' })];
    for (const one of [gone, elsewhere]) await silence(one, 60);
    const seen = async () => (await listProcesses(test.db)).map(({ instance, isReplaced }) => [instance, isReplaced]);
    expect((await seen()).toSorted()).toEqual([
      ['one', false],
      ['two', false],
    ]);
    await start({ role: 'pictures,videos' });
    await start();
    const later = (await listProcesses(test.db)).filter(({ role }) => role === 'http,jobs');
    expect(later.map(({ instance, isThere, isReplaced }) => [instance, isThere, isReplaced]).toSorted()).toEqual([
      ['one', false, true],
      ['one', true, false],
      ['two', false, false],
    ]);
  });

  it('OPS-04 go on saying so while they do what waited for the database', async () => {
    const presence = await start({ everyMs: 5 });
    const begun = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    presence.whenBack(() => {
      begun.resolve();
      return done.promise;
    });
    await begun.promise;
    await silence(presence, 3_000);
    await expect.poll(() => listProcesses(test.db)).toMatchObject([{ isThere: true }]);
    done.resolve();
  });

  it('OPS-04 go on saying so while requests have every connection that they may have', async () => {
    const pool = createDb({ url: test.url, max: 4 });
    const presence = await start({ db: pool.db, beside: besidePool(pool, { url: test.url }), everyMs: 5 });
    const held = await Promise.all([1, 2, 3].map(() => pool.pool.connect()));
    const waits = pool.pool.connect();
    await silence(presence, 3_000);
    await expect.poll(() => listProcesses(test.db)).toMatchObject([{ isThere: true }]);
    for (const client of held) client.release();
    (await waits).release();
    await presence.close();
    await pool.close();
  });

  it('OPS-04 go on saying so by a connection of that moment while nobody gets one of the pool', async () => {
    const failing = (message: string) => ({ first: { query: () => Promise.reject(new Error(message)) } });
    const beside = besidePool(failing('timeout exceeded when trying to connect'), { url: test.url, name: 'beside' });
    const presence = await start({ beside, everyMs: 5 });
    await silence(presence, 3_000);
    await expect.poll(() => listProcesses(test.db)).toMatchObject([{ isThere: true }]);
    await presence.close();
    const open = sql`select from pg_stat_activity where datname = current_database() and application_name = 'beside'`;
    await expect.poll(async () => (await test.db.execute(open)).rows.length).toBe(0);
    const away = besidePool(failing('Connection terminated'), { url: test.url });
    await expect(away.query('select 1')).rejects.toThrow('Connection terminated');
  });

  it('OPS-01 are listed for the operator, who is told what is missing', async () => {
    const api = await start();
    const said: string[] = [];
    const list = () =>
      processes(
        ['processes'],
        { DATABASE_URL: test.url },
        { print: (line) => said.push(line), complain: (line) => said.push(`! ${line}`) },
      );
    expect(await list()).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^http,jobs {6} {2}one {2}1\.0\.0 {2}since .* seen \d+ s ago$/),
      '! No pictures process runs: pictures wait.',
      '! No videos process runs: videos wait.',
    ]);
    await start({ role: 'pictures,videos' });
    expect(await list()).toBe(0);
    await silence(api, 1_500);
    said.length = 0;
    expect(await list()).toBe(1);
    expect(said.join('\n')).toMatch(/silent for 1[56]\d\d s[\s\S]*! No http process[\s\S]*! No jobs process/);
  });

  it('OPS-04 share the clock of the database', async () => {
    const clock = createDatabaseClock(() => 0);
    let asked = 0;
    await start({
      onTime: (ms) => {
        asked = ms;
        clock.set(ms, 0, 0);
      },
    });
    const { rows } = await test.pool.query<{ started: Date }>('select started_at as started from process');
    expect(clock.now()).toEqual(new Date(asked));
    expect(asked).toBeGreaterThanOrEqual(rows[0]?.started.getTime() ?? Number.POSITIVE_INFINITY);
  });
});

describe('a claim of an Idempotency-Key', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  async function claimer(key = 'one') {
    const [owner] = await test.db.insert(account).values({}).returning();
    const request = { accountId: owner?.id ?? randomUUID(), route: 'POST /v1/upload', key, bodyHash: 'a', now };
    return (presence: Presence) => beginIdempotent(test.db, { ...request, processId: presence.id });
  }
  const claimOf = (begun: Begun) => {
    if (begun.kind === 'replay') throw new Error('it ran already');
    return begun.claim;
  };

  it('UP-09 OPS-04 ends with its process: a repeat takes it over once that is silent for 20 s', async () => {
    const [first, second] = [await start(), await start()];
    const begin = await claimer();
    const lost = claimOf(await begin(first));
    await silence(first, 1);
    await expect(begin(second)).rejects.toMatchObject({ code: 'idempotency_running' });
    await silence(first, 21);
    const taken = await begin(second);
    expect(taken.kind).toBe('new');
    // The process was cut off, not dead: at the same millisecond of its clock, what it still says changes nothing.
    const answer = { status: 200, answer: 'verdict', now };
    await expect(finishIdempotent(test.db, lost, answer)).rejects.toMatchObject({ code: 'idempotency_running' });
    await finishIdempotent(test.db, claimOf(taken), answer);
    expect(await begin(first)).toMatchObject({ kind: 'replay', answer: 'verdict' });
  });

  it('UP-09 OPS-04 stays free for its own request when a repeat with another body is refused', async () => {
    const [first, second] = [await start(), await start()];
    const [owner] = await test.db.insert(account).values({}).returning();
    const request = { accountId: owner?.id ?? randomUUID(), route: 'POST /v1/upload', key: 'one', now };
    const begin = ({ id }: Presence, bodyHash: string) => beginIdempotent(test.db, { ...request, bodyHash, processId: id });
    await begin(first, 'a');
    await silence(first, 21);
    await expect(begin(second, 'b')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect((await begin(second, 'a')).kind).toBe('new');
  });

  it('UP-09 OPS-04 is free at once when its process has ended in order', async () => {
    const [first, second] = [await start(), await start()];
    const begin = await claimer();
    await begin(first);
    await first.close();
    expect((await begin(second)).kind).toBe('new');
  });

  it('UP-09 stays with its process while that lives, and without a process as long as before', async () => {
    const [first, second] = [await start(), await start()];
    const begin = await claimer();
    await begin(first);
    await expect(begin(second)).rejects.toMatchObject({ code: 'idempotency_running' });
    await test.pool.query('update idempotency set process_id = null');
    await expect(begin(second)).rejects.toMatchObject({ code: 'idempotency_running' });
  });
});

it('UP-09 OPS-04 frees the key of a request that failed with the database once that is there again', async () => {
  const line = await openLine();
  const built = await build();
  const { log } = built.context;
  const { createDb } = await import('../src/db/client.ts');
  const { db, close } = createDb({ url: line.urlOf(built.database.url), max: 1 });
  const presence = await startPresence({ db, role: 'http,jobs', instance: 'one', version: '1', everyMs: 5 });
  const [owner] = await built.context.db.insert(account).values({}).returning();
  const request = { accountId: owner?.id ?? randomUUID(), route: 'POST /v1/upload', key: 'one', bodyHash: 'a', now: new Date() };
  const run = async (): Promise<string> => {
    line.down();
    await db.execute(sql`select 1`);
    return 'verdict';
  };
  const work = { run, replay: () => 'replayed' };
  await expect(answerOnce({ db, log, presence }, request, work)).rejects.toThrow();
  const again = { ...built.context, presence: built.context.presence };
  await expect(answerOnce(again, request, { ...work, run: async () => 'verdict' })).rejects.toMatchObject({
    code: 'idempotency_running',
  });
  line.up();
  await expect.poll(() => answerOnce(again, request, { ...work, run: async () => 'verdict' }).catch(() => null)).toBe('verdict');
  await presence.close();
  await close();
  await line.close();
  await built.close();
});

it('UP-09 OPS-04 frees a key that was taken over a connection which failed before it said so', async () => {
  const line = await openLine();
  const { createDb } = await import('../src/db/client.ts');
  const { db, close } = createDb({ url: line.urlOf(test.url), max: 1 });
  const presence = await start({ everyMs: 5 });
  const [owner] = await test.db.insert(account).values({}).returning();
  const request = { accountId: owner?.id ?? randomUUID(), route: 'POST /v1/upload', key: 'one', bodyHash: 'a', now: new Date() };
  // Another holds the key for a moment, so that the claim waits in the database while its answer loses the way.
  const holder = await test.pool.connect();
  await holder.query('begin');
  await holder.query("insert into idempotency (account_id, route, key, body_hash, created_at) values ($1, $2, $3, 'a', now())", [
    request.accountId,
    request.route,
    request.key,
  ]);
  const log = { warn: () => undefined };
  const never = { run: () => Promise.reject(new Error('It was not begun')), replay: () => 'replayed' };
  const lost = answerOnce({ db, log: Object.assign(Object.create(null), log), presence }, request, never);
  lost.catch(() => undefined);
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await test.pool.query(waits)).rows.length).toBe(1);
  line.loseAnswers();
  await holder.query('rollback');
  holder.release();
  const claimed = async () => (await test.pool.query('select process_id as by from idempotency')).rows;
  await expect.poll(claimed).toEqual([{ by: presence.id }]);
  line.down();
  await expect(lost).rejects.toThrow();
  line.up();
  await expect.poll(claimed).toEqual([]);
  expect((await beginIdempotent(test.db, { ...request, processId: presence.id })).kind).toBe('new');
  await close();
  await line.close();
});
