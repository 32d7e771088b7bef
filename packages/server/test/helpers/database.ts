import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, type Db } from '../../src/db/client.ts';
import { templateName, withDatabase } from './global-setup.ts';

export type TestDatabase = { url: string; db: Db; pool: pg.Pool; close(): Promise<void> };

const insufficientPrivilege = '42501';

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
  const { db, pool, close } = createDb({ url, max: 20, name: 'clearframe test' });
  return {
    url,
    db,
    pool,
    async close() {
      await close();
      await onServer(`drop database ${name} with (force)`).catch((error) => {
        // A vacuum that is there belongs to another role: without force the server ends it by itself.
        if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
        return onServer(`drop database ${name}`);
      });
    },
  };
}
