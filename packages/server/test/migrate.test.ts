import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { unconfined } from '../src/confinement/level.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { partitionedTables } from '../src/db/partitions/partitioned-tables.ts';
import { bringUp } from '../src/objects/bring-up.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { prepare } from '../src/supervisor/prepare.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';

const empty = emptyDatabaseEach();
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clearframe-migrate-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const variables = () => ({ DATABASE_URL: empty.url, DATA_DIR: dataDir, ROLE: 'api', SECRET_KEY: 'k'.repeat(43) });

async function migrate(env: Record<string, string> = variables()) {
  const [out, errors]: [string[], string[]] = [[], []];
  const code = await runOperator(['migrate'], { print: (line) => out.push(line), complain: (line) => errors.push(line) }, env);
  return { code, out, errors };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  return client;
}

/** Somebody else migrates, for as long as this connection is open. */
async function holdLock(): Promise<pg.Client> {
  const other = await connect();
  await other.query('select pg_advisory_lock(7270014)');
  return other;
}

it('OPS-04 a start that waits makes no tables, and goes on once `clearframe migrate` has made them', async () => {
  const lines: string[] = [];
  const waits = Promise.withResolvers<void>();
  const print = (line: string) => {
    lines.push(line);
    waits.resolve();
  };
  const config = readConfig({ ...variables(), MIGRATE: 'wait' });
  const started = bringUp(config, { url: empty.url, print, signal: new AbortController().signal });
  await waits.promise;
  expect(lines).toEqual([expect.stringMatching(/^Waiting for `clearframe migrate`: \d+ changes of the tables to come\.$/)]);
  const client = await connect();
  const { rows } = await client.query("select to_regclass('media') as made");
  expect(rows).toEqual([{ made: null }]);

  const made = await migrate();
  expect([made.code, made.out.at(-1)]).toEqual([0, expect.stringMatching(/^Made \d+ changes of the tables\.$/)]);
  await started;
  const queue = await client.query("select count(*)::int > 0 as made from pgboss.queue where name = 'moderate-media'");
  expect(queue.rows).toEqual([{ made: true }]);
  const parts = await client.query(
    "select count(*)::int as parts from pg_class where relispartition and relname ~ '_[0-9]{4}_[0-9]{2}$'",
  );
  expect(parts.rows, 'this month and three more of each table').toEqual([{ parts: 4 * partitionedTables.length }]);
  expect(await migrate()).toEqual({ code: 0, out: ['The tables were up to date.'], errors: [] });
  const log = await client.query("select action, (detail->>'changes')::int > 0 as counted from operator_log");
  expect(log.rows).toEqual([{ action: 'migrate', counted: true }]);
  await client.end();
});

it('OPS-04 two starts that wait go on with the tables of the queue alone, however long after the others those are made', async () => {
  const lines: string[][] = [[], []];
  const config = readConfig({ ...variables(), MIGRATE: 'wait' });
  const { signal } = new AbortController();
  const ended: number[] = [];
  const start = async (machine: number) => {
    await bringUp(config, { url: empty.url, print: (line) => lines[machine]?.push(line), signal });
    ended.push(machine);
  };
  const both = Promise.all([start(0), start(1)]);
  await expect.poll(() => lines.map((said) => said.length)).toEqual([1, 1]);
  // `clearframe migrate` was killed here, before it made the queue.
  await migrateDatabase(empty.url);
  const last = 'Waiting for `clearframe migrate`: 1 change of the tables to come.';
  await expect.poll(() => lines.map((said) => said.at(-1))).toEqual([last, last]);
  expect(ended).toEqual([]);
  expect((await migrate()).code).toBe(0);
  await both;
});

it('OPS-04 whoever waits for another migration ends when it is asked to, and leaves nothing behind', async () => {
  const other = await holdLock();
  const asked = new AbortController();
  const waiting = migrateDatabase(empty.url, { signal: asked.signal });
  const asks = `select 1 from pg_stat_activity where datname = '${empty.name}' and query like '%try_advisory%' and state = 'idle'`;
  await expect.poll(async () => (await other.query(asks)).rows.length).toBe(1);
  asked.abort();
  await expect(waiting).rejects.toThrow('aborted');
  await expect.poll(async () => (await other.query(asks)).rows.length).toBe(0);
  await other.end();
});

it('OPS-04 a stop while the server starts reaches the process that waits', async () => {
  const other = await holdLock();
  const asked = new AbortController();
  const setup = {
    config: { ...readConfig(variables()), databaseUrl: empty.url },
    alone: false,
    roles: [],
    picturesFirst: false,
    confinement: unconfined,
  };
  const started = prepare(fileURLToPath(new URL('../src/processes/prepare.ts', import.meta.url)), setup, asked.signal);
  const refused = expect(started).rejects.toThrow('Could not prepare the database or the model (exit 1)');
  const asks = `select 1 from pg_stat_activity where datname = '${empty.name}' and query like '%try_advisory%' and state = 'idle'`;
  await expect.poll(async () => (await other.query(asks)).rows.length).toBe(1);
  asked.abort();
  await refused;
  const { rows } = await other.query("select to_regnamespace('drizzle') as touched");
  expect(rows).toEqual([{ touched: null }]);
  await other.end();
});

it('OPS-04 `clearframe migrate` says what it needs', async () => {
  const { DATABASE_URL: _, ...without } = variables();
  expect(await migrate({ ...without, ROLE: 'all' })).toMatchObject({
    code: 1,
    errors: [expect.stringContaining('needs DATABASE_URL')],
  });
  const wrong = await runOperator(['migrate', 'now'], { print: () => undefined, complain: () => undefined }, variables());
  expect(wrong).toBe(2);
});
