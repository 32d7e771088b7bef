import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb } from '../src/db/client.ts';
import { isDatabaseFault } from '../src/db/database-fault.ts';
import { createPool } from '../src/db/pool.ts';
import { account } from '../src/db/schema.ts';
import { createQueue } from '../src/queue/index.ts';
import { createPatientStatements } from '../src/queue/patient-statements.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

describe('the one pool of a process', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());

  it('OPS-04 lets the queue speak while requests hold every connection that they may have', async () => {
    const { pool, first, waiting, close } = createPool({ url: test.url, max: 4 });
    const held = await Promise.all([1, 2, 3].map(() => pool.connect()));
    const waits = pool.connect();
    expect(waiting()).toBe(1);
    expect((await first.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    held[0]?.release();
    const next = await waits;
    expect([waiting(), pool.totalCount]).toEqual([0, 4]);
    for (const client of [...held.slice(1), next]) client.release();
    await close();
  });

  it('OPS-04 gives connections in the order in which they were asked for, and loses none by failures', async () => {
    const { pool, close } = createPool({ url: test.url, max: 4 });
    const order: number[] = [];
    const ask = async (n: number) => {
      await pool.query('select pg_sleep(0.001)');
      order.push(n);
      await pool.query('select no_such_column').catch(() => undefined);
    };
    const one = await pool.connect();
    const two = await pool.connect();
    const all = Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
    await expect.poll(() => order.length).toBeGreaterThan(0);
    one.release();
    two.release(true);
    await all;
    const again = await Promise.all([1, 2, 3].map(() => pool.connect()));
    expect(order.length).toBe(20);
    for (const client of again) client.release();
    await close();
  });

  it('OPS-04 tells of a transaction that asks for a second connection, in whatever it calls', async () => {
    const seconds: string[] = [];
    const { db, pool, first, close } = createDb({ url: test.url, max: 4, onSecond: ({ message }) => seconds.push(message) });
    await db.transaction(async (tx) => {
      await tx.insert(account).values({});
      await tx.transaction((inner) => inner.insert(account).values({}));
      await test.db.execute(sql`select 1`);
    });
    await db.execute(sql`select 1`);
    expect(seconds).toEqual([]);
    await db.transaction(async () => {
      await db.execute(sql`select 1`);
      await pool.query('select 1');
      await first.query('select 1');
    });
    expect(new Set(seconds)).toEqual(new Set(['A transaction holds a connection, and asks the pool for another']));
    expect(seconds.length).toBeGreaterThanOrEqual(3);
    await close();
  });

  it('OPS-04 adds jobs within a transaction over the transaction’s own connection, and only when it commits', async () => {
    const refuse = (error: Error) => {
      throw error;
    };
    const handle = createDb({ url: test.url, max: 1, onSecond: refuse });
    const queue = createQueue({ pool: handle, listener: null });
    await queue.start();
    const add = (fails: boolean) =>
      handle.db.transaction(async (tx) => {
        await tx.insert(account).values({});
        const { rows } = await tx.execute<{ turn: number }>(sql`select ${sql.raw(queue.turnNow('moderate-media'))} as turn`);
        const turn = rows[0]?.turn ?? Number.NaN;
        await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 }, { tx, turn });
        await queue.add('run-batch', { batchId: randomUUID() }, { tx, group: 'one' });
        if (fails) throw new Error('undone');
      });
    await add(true).catch(() => undefined);
    const count = async () => (await test.pool.query('select count(*)::int as n from pgboss.job')).rows[0]?.n;
    expect(await count()).toBe(0);
    await add(false);
    expect(await count()).toBe(2);
    await queue.stop();
    await handle.close();
  });

  it('OPS-04 marks a connection that the queue could not have as a fault of the database', async () => {
    const gone = createPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 2 });
    const error = await gone.first.query('select 1').then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(isDatabaseFault(error)).toBe(true);
    await gone.close();
  });

  it('OPS-04 lets the keeper of the queue take its time, and leaves no session with that limit', async () => {
    const { pool, close } = createPool({ url: test.url, max: 1 });
    await pool.query("set statement_timeout = '15s'");
    const patient = createPatientStatements(pool, test.url);
    const ask = "select current_setting('statement_timeout') as value";
    expect((await patient.query(ask)).rows).toEqual([{ value: '2min' }]);
    expect((await patient.query(`${ask}, $1::int as n`, [1])).rows).toEqual([{ value: '2min', n: 1 }]);
    const parts: unknown = await patient.query(` BEGIN; ${ask}; COMMIT`);
    expect(parts).toContainEqual(expect.objectContaining({ rows: [{ value: '2min' }] }));
    expect((await pool.query(ask)).rows).toEqual([{ value: '15s' }]);
    // Refused in a transaction, so over a connection of its own.
    await patient.query('\n REINDEX INDEX CONCURRENTLY account_pkey');
    await expect(patient.query('select no_such_column')).rejects.toThrow('no_such_column');
    expect((await patient.query(ask)).rows).toEqual([{ value: '2min' }]);
    await close();
  });
});
