import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, type DbHandle } from '../../src/db/client.ts';
import { dropDatabase } from './drop-database.ts';
import { templateName, withDatabase } from './global-setup.ts';

export type TestDatabase = Pick<DbHandle, 'db' | 'pool' | 'first' | 'close'> & {
  /** Of PostgreSQL itself. */
  url: string;
  /** For everything but LISTEN: the same, or that of a pool by transaction where the run is behind one. */
  pooledUrl: string;
};

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A migrated database of its own on the run's PostgreSQL; `close` drops it, whatever is still connected. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${templateName} strategy file_copy`);
  const url = withDatabase(inject('postgresUrl'), name);
  const poolUrl = inject('poolUrl');
  const pooledUrl = poolUrl === null ? url : withDatabase(poolUrl, name);
  const { db, pool, first, close } = createDb({ url: pooledUrl, max: 20, name: 'clearframe test' });
  // Tests send hundreds at once: on a busy machine the last of them is free for a connection later than a server may wait.
  pool.options.connectionTimeoutMillis = 0;
  return {
    url,
    pooledUrl,
    db,
    pool,
    first,
    async close() {
      await close();
      await dropDatabase(onServer, name);
    },
  };
}
