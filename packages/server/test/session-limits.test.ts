import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrateDatabase } from '../src/db/migrate.ts';
import { withDatabase } from './helpers/global-setup.ts';

let server: pg.Client;
let name: string;
let url: string;
beforeEach(async () => {
  server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  name = `test_${randomUUID().replaceAll('-', '')}`;
  url = withDatabase(inject('postgresUrl'), name);
  await server.query(`create database ${name}`);
});
afterEach(async () => {
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

async function limits(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
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
  expect(await migrateDatabase(url)).toEqual({ limited: true });
  expect(await limits()).toEqual(['15s', '5s', '30s']);
  expect(await migrateDatabase(url)).toEqual({ limited: true });
});

it('leaves limits as the operator has set them', async () => {
  await server.query(`alter role session_user in database ${name} set statement_timeout = '1min'`);
  await migrateDatabase(url);
  expect(await limits()).toEqual(['1min', '5s', '30s']);
});

it('OPS-01 waits for a migration that runs elsewhere, whatever the limits say', async () => {
  await server.query(`alter role session_user in database ${name} set lock_timeout = '1ms'`);
  await server.query(`alter role session_user in database ${name} set statement_timeout = '1ms'`);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query('set statement_timeout = 0');
  await other.query('select pg_advisory_lock(7270014)');
  const migrated = migrateDatabase(url);
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await other.query(waiting)).rows.length).toBe(1);
  await other.end();
  await migrated;
  expect(await limits()).toEqual(['1ms', '1ms', '30s']);
});
