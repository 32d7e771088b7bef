import pg from 'pg';
import { expect, it } from 'vitest';
import { migrateDatabase } from '../src/db/migrate.ts';
import { emptyDatabaseEach } from './helpers/empty-database.ts';

const empty = emptyDatabaseEach();

async function limits(): Promise<string[]> {
  const client = new pg.Client({ connectionString: empty.url });
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  await client.end();
  return Object.values(rows[0]);
}

it('OPS-04 lets the database end what waits for ever, in every session from the first start on', async () => {
  expect(await limits()).toEqual(['0', '0', '0']);
  expect(await migrateDatabase(empty.url)).toEqual({ limited: true });
  expect(await limits()).toEqual(['15s', '5s', '30s']);
  expect(await migrateDatabase(empty.url)).toEqual({ limited: true });
});

it('leaves limits as the operator has set them', async () => {
  await empty.ask(`alter role session_user in database ${empty.name} set statement_timeout = '1min'`);
  await migrateDatabase(empty.url);
  expect(await limits()).toEqual(['1min', '5s', '30s']);
});

it('OPS-01 waits for a migration that runs elsewhere, whatever the limits say', async () => {
  await empty.ask(`alter role session_user in database ${empty.name} set lock_timeout = '500ms'`);
  await empty.ask(`alter role session_user in database ${empty.name} set statement_timeout = '500ms'`);
  const other = new pg.Client({ connectionString: empty.url, options: '-c statement_timeout=0' });
  await other.connect();
  await other.query('select pg_advisory_lock(7270014)');
  const migrated = migrateDatabase(empty.url);
  // Longer than both limits, by the database's own clock, and without a transaction that others would wait for.
  const waiting = `select 1 from pg_stat_activity where datname = '${empty.name}' and query like '%try_advisory%'
    and state = 'idle' and pid <> pg_backend_pid() and query_start - backend_start > '600ms'`;
  await expect.poll(async () => (await other.query(waiting)).rows.length).toBe(1);
  await other.end();
  await migrated;
  expect(await limits()).toEqual(['500ms', '500ms', '30s']);
});
