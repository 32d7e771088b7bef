import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../src/db/migrate.ts';
import { readMigrationsOf } from '../src/db/migrations.ts';
import { dropEmptyMonths, dropStaleChecks, makeMonths } from '../src/db/partitions/make-months.ts';
import { monthAfter } from '../src/db/partitions/month.ts';
import { listMonths, partitionedTables, readParts } from '../src/db/partitions/partitioned-tables.ts';
import { account } from '../src/db/schema.ts';
import { uuidV7 } from '../src/security/new-id.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';

const now = new Date();
const names = [0, 1, 2, 3].map((ahead) => monthAfter(now, ahead).name);
/** An id of chance whose beginning falls into the next month. */
const stray = `${monthAfter(now, 1).from.slice(0, 13)}-4${randomUUID().slice(15)}`;

describe('tables in months', () => {
  let database: TestDatabase;
  let accountId: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    [{ id: accountId } = { id: '' }] = await database.db.insert(account).values({}).returning({ id: account.id });
  });
  afterEach(() => database.close());

  const ask = async <T = string>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await database.pool.query<{ value: T }>(text, values)).rows.map(({ value }) => value);

  /** An item with everything that lies in parts, all under ids of that kind. */
  async function write(id: string): Promise<void> {
    await database.pool.query(
      `insert into media (id, account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state)
        values ($1, $2, 'api', 'n', 'n', '{}', 'png', 'image/png', 1, 'k', 'done')`,
      [id, accountId],
    );
    await database.pool.query("insert into analysis (media_id, attempt, analysis, moderation) values ($1, 1, '{}', '{}')", [id]);
    await database.pool.query("insert into media_second values ($1, 0, '{}', false, false)", [id]);
    await database.pool.query(
      `with period as (insert into usage_period (account_id, allowance, starts_at, ends_at) values ($2, 1, now(), now()) returning id)
        insert into usage_entry (period_id, media_id, attempt, kind, frames) select id, $1, 1, 'reserve', 1 from period`,
      [id, accountId],
    );
    await database.pool.query(
      `insert into delivery (id, account_id, media_id, event, state, next_attempt_at) values ($1, $2, $1, 'e', 'failed', now())`,
      [id, accountId],
    );
    await database.pool.query('insert into delivery_attempt (delivery_id, number, at, duration_ms) values ($1, 1, now(), 1)', [
      id,
    ]);
  }
  const partsOf = (id: string) =>
    Promise.all(
      partitionedTables.map(
        async ({ table, key }) =>
          (await ask(`select tableoid::regclass::text as value from ${table} where ${key} = $1`, [id]))[0],
      ),
    );
  const allIn = (part: string) => partitionedTables.map(({ table }) => `${table}_${part}`);

  it('OPS-04 are there for this month and three more on a new installation, and made once', async () => {
    expect(await makeMonths(database.db, now)).toBe(partitionedTables.length * 4);
    expect([...(await listMonths(database.db))]).toEqual(partitionedTables.map(({ table }) => [table, names]));
    expect(await makeMonths(database.db, now)).toBe(0);
    const [id, chance] = [uuidV7(), `ffffffff-${randomUUID().slice(9)}`];
    await write(id);
    await write(chance);
    expect(await partsOf(id)).toEqual(allIn(names[0] ?? ''));
    expect(await partsOf(chance)).toEqual(allIn('default'));
    await database.pool.query('analyze');
    expect(await readParts(database.db)).toEqual({
      ahead: 3,
      isRunningMade: true,
      defaultRows: partitionedTables.map(({ table }) => ({ table, rows: 1 })).sort((a, b) => (a.table < b.table ? -1 : 1)),
    });
  });

  it('OPS-04 come beside what an older version wrote: it stays, and what is in the way moves with all that belongs to it', async () => {
    const old = uuidV7();
    await write(old);
    await write(stray);
    expect(await makeMonths(database.db, now)).toBe(partitionedTables.length * 3);
    expect(await partsOf(old)).toEqual(allIn('default'));
    expect(await readParts(database.db)).toMatchObject({ ahead: 3, isRunningMade: false });
    expect(await partsOf(stray)).toEqual(allIn(names[1] ?? ''));
    // Triggers and references are those of the whole.
    await database.pool.query('delete from media');
    for (const { table } of partitionedTables)
      expect(await ask<number>(`select count(*)::int as value from ${table}`), table).toEqual([table === 'usage_entry' ? 2 : 0]);
  });

  it('OPS-04 nothing is written twice in a month, as before', async () => {
    await makeMonths(database.db, now);
    const id = uuidV7();
    await write(id);
    const again = (text: string) =>
      database.pool.query(text, [id]).then(
        () => 'written',
        (error: { code?: string }) => error.code,
      );
    const period = '(select period_id from usage_entry limit 1)';
    expect(
      await Promise.all([
        again("insert into analysis (media_id, attempt, analysis, moderation) values ($1, 1, '{}', '{}')"),
        again("insert into media_second values ($1, 0, '{}', false, false)"),
        again(`insert into usage_entry (period_id, media_id, attempt, kind, frames) values (${period}, $1, 1, 'reserve', 1)`),
        again('insert into delivery_attempt (delivery_id, number, at, duration_ms) values ($1, 1, now(), 1)'),
        again(
          "insert into delivery (id, account_id, media_id, event, state, next_attempt_at) values ($1, $1, $1, 'e', 'failed', now())",
        ),
      ]),
    ).toEqual(['23505', '23505', '23505', '23505', '23505']);
  });

  it("OPS-04 are not made while others keep a table locked, and what was begun is in nobody's way", async () => {
    await write(uuidV7());
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query('select from delivery');
    const missing = partitionedTables.length * 3 - 3;
    expect(await makeMonths(database.db, now)).toBe(missing);
    // What was begun does not keep deliveries of now from being written.
    await write(uuidV7());
    await other.query('commit');
    other.release();
    expect(await makeMonths(database.db, now)).toBe(3);
  });

  it('OPS-04 are made while somebody who wrote an item is about to write its result: nobody is ended', async () => {
    const id = uuidV7();
    await write(id);
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query("update media set state = 'done' where id = $1", [id]);
    const making = makeMonths(database.db, now);
    // It waits for items, and keeps no result from being written meanwhile.
    const waits = "select query as value from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => ask(waits), { interval: 10 }).toHaveLength(1);
    await other.query("insert into analysis (media_id, attempt, analysis, moderation) values ($1, 2, '{}', '{}')", [id]);
    await other.query('commit');
    other.release();
    await making;
    await makeMonths(database.db, now);
    expect([...(await listMonths(database.db)).values()].map(({ length }) => length)).toEqual([3, 3, 3, 3, 3]);
  });

  it('OPS-04 one that was begun and not finished keeps nobody from writing once it runs', async () => {
    await write(uuidV7());
    const running = monthAfter(now, 0);
    await database.pool.query(
      `alter table analysis_default add constraint "analysis_default_not_${running.name}"
        check (not (media_id is not null and media_id >= '${running.from}' and media_id < '${running.to}')) not valid`,
    );
    await expect(write(uuidV7())).rejects.toThrow('analysis_default_not_');
    await makeMonths(database.db, now);
    await dropStaleChecks(database.db);
    await write(uuidV7());
  });

  it('OPS-04 one that was begun and not finished is let go by two at once, and neither fails', async () => {
    const { name } = monthAfter(now, 0);
    await database.pool.query(
      `alter table analysis_default add constraint "analysis_default_not_${name}" check (attempt is null) not valid`,
    );
    const reader = await database.pool.connect();
    await reader.query('begin');
    await reader.query('lock table analysis_default in access share mode');
    const both = Promise.all([dropStaleChecks(database.db), dropStaleChecks(database.db)]);
    const waits = "select query as value from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await ask(waits)).length, { interval: 10 }).toBeGreaterThan(0);
    await reader.query('commit');
    reader.release();
    await both;
    // Whoever waited too long leaves it to the next sweep.
    await dropStaleChecks(database.db);
    await write(uuidV7());
  });

  it('OPS-04 are dropped when they ended a month ago and nothing is left in them', async () => {
    const past = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 15));
    await makeMonths(database.db, past);
    await makeMonths(database.db, now);
    const made = monthAfter(now, -3);
    const id = `${made.from.slice(0, 13)}-7${randomUUID().slice(15)}`;
    await write(id);
    expect(await partsOf(id)).toEqual(allIn(made.name));
    // Months −3 and −2: the first holds something.
    expect(await dropEmptyMonths(database.db, now)).toBe(partitionedTables.length);
    await database.pool.query('delete from media');
    await database.pool.query('delete from usage_entry');
    // Somebody who begins to read holds the whole and is about to take the parts: what drops one waits in front of that.
    const reader = await database.pool.connect();
    await reader.query('begin');
    await reader.query('lock table only analysis in access share mode');
    const dropping = dropEmptyMonths(database.db, now);
    const waits = "select query as value from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => ask(waits), { interval: 10 }).toHaveLength(1);
    await reader.query("set local lock_timeout = '100ms'");
    await reader.query('select from analysis');
    await reader.query('commit');
    reader.release();
    const dropped = await dropping;
    expect(dropped + (await dropEmptyMonths(database.db, now))).toBe(partitionedTables.length);
    expect((await listMonths(database.db)).get('delivery')?.[0]).toBe(monthAfter(now, -1).name);
    await write(id);
    expect(await partsOf(id)).toEqual(allIn('default'));
  });
});

const filesQuery = 'select relfilenode::text as file from pg_class where relname = any($1) order by 1';

describe('an upgrade to tables in months', () => {
  const empty = emptyDatabaseEach();

  it('OPS-04 moves no row: each table becomes the part for what lies in no month, with its own files and numbers', async () => {
    const tags = readMigrationsOf();
    const before = tags[tags.findIndex(({ tag }) => tag.endsWith('analysis-in-parts')) - 1];
    await migrateDatabase(empty.url, { upTo: before?.when ?? 0 });
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    await client.query(`with own as (insert into account default values returning id),
      period as (insert into usage_period (account_id, allowance, starts_at, ends_at)
        select id, 9, now(), now() from own returning id, account_id)
      insert into usage_entry (period_id, media_id, attempt, kind, frames) select id, account_id, 1, 'reserve', 1 from period`);
    const filesOf = async (more: string) =>
      (await client.query<{ file: string }>(filesQuery, [partitionedTables.map(({ table }) => `${table}${more}`)])).rows;
    const files = await filesOf('');
    await migrateDatabase(empty.url);
    expect(await filesOf('_default')).toEqual(files);
    const { rows } =
      await client.query(`insert into usage_entry (period_id, kind, frames) select period_id, 'grant', 1 from usage_entry
      returning id::int, (select count(*)::int from usage_entry) as before`);
    expect(rows).toEqual([{ id: 2, before: 1 }]);
    await client.end();
  });
});
