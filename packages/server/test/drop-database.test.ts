import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { dropDatabase } from './helpers/drop-database.ts';
import { withDatabase } from './helpers/global-setup.ts';

it('drops a database that a session of ours and one of somebody else are in, such as of a pool and a vacuum', async () => {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create database ${name}`);
  const kept = new pg.Client({ connectionString: withDatabase(inject('postgresUrl'), name) });
  await kept.connect();
  const ended = new Promise<string>((resolve) => kept.on('error', ({ message }) => resolve(message)));
  await dropDatabase(async (statement) => {
    // PostgreSQL's answer where another role is there.
    if (statement.includes('force'))
      throw Object.assign(new pg.DatabaseError('permission denied to terminate process', 0, 'error'), { code: '42501' });
    return await server.query(statement);
  }, name);
  expect(await ended).toBe('terminating connection due to administrator command');
  expect((await server.query('select from pg_database where datname = $1', [name])).rowCount).toBe(0);
  await server.end();
});
