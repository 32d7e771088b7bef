import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { chooseLevel } from '../../src/confinement/choose-level.ts';
import type { ConfinementLevel } from '../../src/confinement/level.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded-postgres.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { prepareQueue } from '../../src/queue/install.ts';
import { openTransactionPool, type TransactionPool } from '../engines/pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's own PostgreSQL; `test/helpers/database.ts` makes a database in it for each file. */
    postgresUrl: string;
    /** The same databases over a pool by transaction, where the run is behind one (`npm run prove pgbouncer`); else null. */
    poolUrl: string | null;
    /** How far this machine lets decoders be shut in: found out once, as the supervisor does it for its processes. */
    confinement: ConfinementLevel;
  }
}

/** The migrated database that each file's own is copied from. */
export const templateName = 'clearframe_template';

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** @throws where a run behind a pool was asked for, and there is none */
async function openPool(postgresUrl: string): Promise<TransactionPool | null> {
  if (process.env.CLEARFRAME_TEST_POOL !== 'pgbouncer') return null;
  const pool = await openTransactionPool(postgresUrl, { size: 20 });
  if ('notRun' in pool) throw new Error(pool.notRun);
  return pool;
}

/** One real PostgreSQL for the whole run, in a temporary folder, gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-test-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300, mayCreateDatabases: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrateDatabase(withDatabase(server.url, templateName));
  await prepareQueue(withDatabase(server.url, templateName));
  const pool = await openPool(server.url);
  project.provide('postgresUrl', server.url);
  project.provide('poolUrl', pool?.urlOf(server.url) ?? null);
  project.provide('confinement', await chooseLevel(dataDir));
  return async () => {
    await pool?.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
