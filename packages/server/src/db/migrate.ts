import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { clientConfig } from './client.ts';
import { limitSessions } from './session-limits.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Any number, the same in every process of every version: whoever holds this lock migrates. */
const lockNumber = 7_270_014;

/**
 * Brings the database up to date. Safe when several processes start at once: drizzle's migrator takes no lock of its own,
 * so one is held around it, on the same connection (it goes with the connection when the process is killed).
 * @returns whether the limits of `session-limits.ts` hold for the connections to come
 */
export async function migrateDatabase(url: string): Promise<{ limited: boolean }> {
  const client = new pg.Client(clientConfig({ url, name: 'clearframe migrate', statementMs: null }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A migration takes as long as it takes, and waits for one that runs.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    await migrate(drizzle(client), { migrationsFolder });
    return { limited: await limitSessions(client) };
  } finally {
    await client.end();
  }
}
