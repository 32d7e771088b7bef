import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { nameStatements, prepared } from '../src/db/prepared.ts';
import { account } from '../src/db/schema.ts';
import { newId } from '../src/security/new-id.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

let database: TestDatabase;
const opened: DbHandle[] = [];
let builds = 0;
const find = prepared('test_account', (db, name) => {
  builds += 1;
  return db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.id, sql.placeholder('id')))
    .prepare(name);
});

/** A pool of one connection, and the names of what that has prepared. */
function open(isDirect: boolean) {
  const handle = createDb({ url: database.url, max: 1 });
  if (isDirect) nameStatements(handle.db);
  opened.push(handle);
  const names = async () => (await handle.pool.query<{ name: string }>('select name from pg_prepared_statements')).rows;
  return { ...handle, names };
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const { close } of opened) await close();
  await database.close();
});

describe('prepared statements', () => {
  it('OPS-01 have a name where nothing stands between, and are built once', async () => {
    const { db, names } = open(true);
    const id = newId();
    await db.insert(account).values({ id });
    builds = 0;
    for (let n = 0; n < 3; n += 1) expect(await find(db).execute({ id })).toEqual([{ id }]);
    expect(builds).toBe(1);
    expect(await names()).toEqual([{ name: 'test_account' }]);
    expect(await find(db).execute({ id: newId() })).toEqual([]);
  });

  it('OPS-01 have none behind a pool, whose next connection would not know it', async () => {
    const { db, names } = open(false);
    expect(await find(db).execute({ id: newId() })).toEqual([]);
    expect(await names()).toEqual([]);
  });

  it('OPS-01 go on after their connection broke, and after a column was added beside them', async () => {
    const { db, pool } = open(true);
    const id = newId();
    await db.insert(account).values({ id });
    expect(await find(db).execute({ id })).toEqual([{ id }]);
    await database.pool.query('alter table account add column later text');
    expect(await find(db).execute({ id })).toEqual([{ id }]);
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect
      .poll(async () =>
        find(db)
          .execute({ id })
          .catch(() => null),
      )
      .toEqual([{ id }]);
  });

  it('OPS-01 are not used in a transaction', async () => {
    const { db, names } = open(true);
    await db.transaction(async (tx) => void (await find(tx).execute({ id: newId() })));
    expect(await names()).toEqual([]);
  });
});
