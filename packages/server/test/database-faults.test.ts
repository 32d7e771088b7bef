import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createDb, type Db, type DbHandle } from '../src/db/client.ts';
import { isDatabaseFault, isDatabaseSlow } from '../src/db/database-fault.ts';
import { longTransaction } from '../src/db/long-transaction.ts';
import { account } from '../src/db/schema.ts';
import { build } from './helpers/build.ts';
import { databaseOverLine } from './helpers/database-over-line.ts';

/** So long the client waits here for a statement that never answers. */
const statementMs = 150;

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('It did not fail'),
    (error: unknown) => error,
  );
const addAccount = (db: Db) => db.transaction((tx) => tx.insert(account).values({}));

const over = databaseOverLine();

/** A pool of one connection, so that one that is kept is the next one's too. */
async function withOne(
  work: (one: DbHandle) => Promise<void>,
  options: { url?: string; statementMs?: number } = {},
): Promise<void> {
  const one = createDb({ url: over.test.url, max: 1, ...options });
  try {
    await work(one);
  } finally {
    await one.close();
  }
}

describe('a database that fails', () => {
  it('OPS-04 gives up a connection that became read-only, so that the next transaction writes', () =>
    withOne(async ({ db, pool }) => {
      // As a session with a primary that was demoted: read-only for good.
      await pool.query('set default_transaction_read_only = on');
      const refused = await thrownBy(addAccount(db));
      expect(isDatabaseFault(refused)).toBe(true);
      await addAccount(db);
    }));

  it('OPS-04 gives up a connection that nobody answers in the middle of a transaction', () =>
    withOne(
      async ({ db }) => {
        const cut = db.transaction(async (tx) => {
          await tx.insert(account).values({});
          over.line.silence();
          await tx.insert(account).values({});
        });
        expect(isDatabaseFault(await thrownBy(cut))).toBe(true);
        await addAccount(db);
      },
      { url: over.line.urlOf(over.test.url), statementMs },
    ));

  it('OPS-04 keeps no place in the pool for a transaction that did not begin', () =>
    withOne(
      async ({ db }) => {
        await addAccount(db);
        over.line.silence();
        expect(isDatabaseFault(await thrownBy(addAccount(db)))).toBe(true);
        await addAccount(db);
      },
      { url: over.line.urlOf(over.test.url), statementMs },
    ));

  it('OPS-04 tells why a transaction failed, not that its connection could not roll back', () =>
    withOne(async ({ db, pool }) => {
      await pool.query('set default_transaction_read_only = on');
      const refused = await thrownBy(addAccount(db));
      const { cause } = Object(refused);
      expect(cause).toMatchObject({ code: '25006' });
    }));

  it('knows a database that is not there from a statement that is wrong', () =>
    withOne(
      async ({ db, pool }) => {
        expect(isDatabaseFault(await thrownBy(db.execute(sql`select 1 / 0`)))).toBe(false);
        expect(isDatabaseFault(await thrownBy(db.transaction((tx) => tx.execute(sql`select 1 / 0`))))).toBe(false);
        over.line.down();
        expect(isDatabaseFault(await thrownBy(pool.query('select 1')))).toBe(true);
        expect(isDatabaseFault(await thrownBy(addAccount(db)))).toBe(true);
        expect(isDatabaseFault(Object.assign(new Error('of another server'), { code: 'ECONNREFUSED' }))).toBe(false);
        over.line.up();
        await addAccount(db);
      },
      { url: over.line.urlOf(over.test.url) },
    ));

  it('waits longer for statements of work that says so', () =>
    withOne(
      async ({ db, pool }) => {
        await pool.query("set statement_timeout = '20ms'");
        const nap = sql`select pg_sleep(0.2)`;
        const ended = await thrownBy(db.transaction((tx) => tx.execute(nap)));
        expect([isDatabaseSlow(ended), isDatabaseFault(ended)]).toEqual([true, false]);
        await longTransaction(db, 60_000, (tx) => tx.execute(nap));
      },
      { statementMs },
    ));
});

it('OPS-04 API-05 answers 503 with Retry-After while the database is read-only, and writes again over new connections', async () => {
  const built = await build();
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const name = new URL(built.database.url).pathname.slice(1);
  const write = () =>
    built.app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: {
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@shop.example',
        company: 'A Shop',
        subject: 'sales',
        message: 'Some text',
        recaptchaToken: 'off',
      },
    });
  expect((await write()).statusCode).toBe(200);
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await expect.poll(async () => (await write()).json()).toMatchObject({ message: expect.stringContaining('database') });
  const refused = await write();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  // The sessions made meanwhile stay read-only: they are those of the primary that was.
  await client.query(`alter database ${name} reset default_transaction_read_only`);
  await expect.poll(async () => (await write()).statusCode).toBe(200);
  await client.end();
  await built.close();
});
