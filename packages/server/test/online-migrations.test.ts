import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrateDatabase } from '../src/db/migrate.ts';
import { readMigrationsOf } from '../src/db/migrations.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';

const empty = emptyDatabaseEach();
let folder: string;
const clients: pg.Client[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearframe-migrations-'));
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  rmSync(folder, { recursive: true });
});

/** Migrations of a version, in their order. */
function write(...files: string[]): void {
  const entries = files.map((_, n) => ({ idx: n, version: '7', when: n + 1, tag: `000${n}_step`, breakpoints: true }));
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const [n, text] of files.entries()) writeFileSync(join(folder, `000${n}_step.sql`), text);
}
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  clients.push(client);
  return client;
}
/** Somebody of the version before, in the middle of a transaction. */
async function inTransaction(statement: string): Promise<pg.Client> {
  const client = await connect();
  await client.query('begin');
  await client.query(statement);
  return client;
}
const soon = { lockMs: 20, pauseMs: 5 };
const migrate = (options: Parameters<typeof migrateDatabase>[1] = {}) => migrateDatabase(empty.url, { folder, ...options });
const tables = 'create table a (n int);--> statement-breakpoint\ncreate table b (n int);';
const index = '-- concurrently\nCREATE UNIQUE INDEX CONCURRENTLY "a_n" ON "a" USING btree ("n");';
const indexes = async (client: pg.Client) =>
  (await client.query("select indisvalid from pg_index where indrelid = 'a'::regclass")).rows.map(({ indisvalid }) => indisvalid);

it('OPS-04 a migration that waits for a lock keeps those before it visible, and nobody waits behind it', async () => {
  write(tables);
  await migrate();
  write(tables, 'alter table a add column x int;', 'alter table b add column x int;');
  const reader = await inTransaction('select * from b');
  const said: string[] = [];
  const migrated = migrate({ patience: { ...soon, tries: 10_000 }, onWait: (sentence) => said.push(sentence) });
  const other = await connect();
  await expect.poll(() => said).toEqual(['Waiting to make 0002_step: others have its tables locked.']);
  // What was made is there for everybody, and what was not stands in nobody's way.
  await other.query('select x from a');
  await other.query('insert into b values (1)');
  await reader.query('commit');
  await migrated;
  expect((await other.query('select n, x from b')).rows).toEqual([{ n: 1, x: null }]);
});

it('OPS-04 a migration whose tables stay locked ends with a sentence, and the next run goes on with it', async () => {
  write(tables, 'alter table a add column x int;', 'alter table b add column x int;');
  await migrate({ upTo: 1 });
  const reader = await inTransaction('select * from b');
  const refused = '0002_step was not made: others keep its tables locked. Look for a backup or a long transaction.';
  await expect(migrate({ patience: { ...soon, tries: 2 } })).rejects.toThrow(refused);
  const made = 'select count(*)::int as n from drizzle.__drizzle_migrations';
  expect((await reader.query(made)).rows).toEqual([{ n: 2 }]);
  await reader.query('rollback');
  await migrate();
  expect((await reader.query(made)).rows).toEqual([{ n: 3 }]);
});

it('OPS-04 an index is made beside writers, and ends after those that were there', async () => {
  write(tables);
  await migrate();
  write(tables, index);
  const writer = await inTransaction('insert into a values (1)');
  const migrated = migrate();
  const other = await connect();
  const building =
    "select 1 from pg_stat_activity where query ~ 'CONCURRENTLY' and wait_event_type = 'Lock' and pid <> pg_backend_pid()";
  await expect.poll(async () => (await other.query(building)).rows.length).toBe(1);
  await other.query('insert into a values (2)');
  await writer.query('commit');
  await migrated;
  expect(await indexes(other)).toEqual([true]);
});

it('OPS-04 an index that was left unfinished is made anew, and one that is there is taken as it is', async () => {
  write(tables);
  await migrate();
  write(tables, index);
  const client = await connect();
  await client.query('insert into a values (1), (1)');
  await expect(migrate()).rejects.toThrow('could not create unique index');
  expect(await indexes(client)).toEqual([false]);
  await client.query('delete from a');
  await migrate();
  expect(await indexes(client)).toEqual([true]);
  // The process died before it could write that down.
  await client.query('delete from drizzle.__drizzle_migrations where created_at = 2');
  await migrate();
  expect(await indexes(client)).toEqual([true]);
});

it('OPS-04 a file of "-- concurrently" has one statement', () => {
  write(tables, `${index}--> statement-breakpoint\nselect 1;`);
  expect(() => readMigrationsOf(folder)).toThrow('0001_step: a file of "-- concurrently" has one statement');
});

it('OPS-04 upgrades a database in use: who reads and writes deliveries meanwhile never fails', async () => {
  const before = readMigrationsOf().find(({ tag }) => tag.startsWith('0035'));
  await migrateDatabase(empty.url, { upTo: before?.when ?? 0 });
  const client = await connect();
  await client.query(`
    with owner as (insert into account default values returning id),
      item as (
        insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state)
        select id, 'dashboard', 'a', 'a.png', '{}', 'png', 'image/png', 1, 'a/' || n, 'queued' from owner, generate_series(1, 500) n
        returning id, account_id)
    insert into delivery (account_id, media_id, event, state, next_attempt_at)
      select account_id, id, 'media.analysis.completed', 'waiting', now() from item`);
  const other = await connect();
  let isOver = false;
  const serving = (async () => {
    let done = 0;
    for (; !isOver; done += 1) {
      await other.query('begin');
      await other.query("update delivery set last_error = 'x' where id = (select id from delivery limit 1)");
      await other.query('select id from media limit 1');
      await other.query('commit');
    }
    return done;
  })();
  await migrateDatabase(empty.url, { patience: soon }).finally(() => {
    isOver = true;
  });
  expect(await serving).toBeGreaterThan(0);
  const valid = "select indisvalid from pg_index where indexrelid = 'delivery_lane'::regclass";
  expect((await client.query(valid)).rows).toEqual([{ indisvalid: true }]);
  expect((await client.query('select count(*)::int as n from delivery')).rows).toEqual([{ n: 500 }]);
  const waits = "select jobs::int from clearframe_backlog where queue = 'moderate-media'";
  expect((await client.query(waits)).rows).toEqual([{ jobs: 500 }]);
});
