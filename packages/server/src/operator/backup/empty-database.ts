import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config } from '../../config.ts';
import { checkDatabase } from '../../db/check-database.ts';
import { createDb } from '../../db/client.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '../../db/embedded-postgres.ts';
import { postgresFiles } from '../../db/embedded-postgres-files.ts';
import { lockDataDir } from '../../supervisor/data-dir-lock.ts';
import { makeDataDir } from '../../supervisor/prepare.ts';
import { withPatientClient } from './snapshot.ts';
import { listTables, nameOf } from './tables.ts';

type Opened = { url: string; close(): Promise<void> };

/** The database of DATABASE_URL, or the built-in one, started for this moment and made where there is none. */
async function open({ databaseUrl, directUrl, dataDir }: Config): Promise<Opened> {
  const url = directUrl ?? databaseUrl;
  if (url !== null) return { url, close: async () => undefined };
  if (existsSync(postgresFiles(dataDir).data) && runningPostgresUrl(dataDir) !== null)
    throw new Error(`Clearframe runs on ${dataDir}. Stop it first. Nothing was changed.`);
  makeDataDir(dataDir);
  const release = await lockDataDir(dataDir);
  if (!release) throw new Error(`Clearframe is starting or stopping on ${dataDir}. Please try again.`);
  try {
    const server = await startEmbeddedPostgres({ dataDir, maxConnections: 20 });
    return {
      url: server.url,
      async close() {
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Tables without rows are what a restore that was cut off leaves. @throws Error with the first table that holds a row */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const table of await listTables(client)) {
    const { rows } = await client.query(`select from ${nameOf(table)} limit 1`);
    if (rows.length > 0)
      throw new Error(`The database is not empty: its table ${table.name} holds rows. Name an empty one. Nothing was changed.`);
  }
}

/** Runs the work with an empty database. @throws Error with a sentence when it is not, or none that a server can use */
export async function withEmptyDatabase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const { url, close } = await open(config);
  try {
    const { db, close: closeDb } = createDb({ url, name: 'clearframe restore', max: 1 });
    try {
      await checkDatabase(db, 'The database');
    } finally {
      await closeDb();
    }
    await withPatientClient(url, 'clearframe restore', requireEmpty);
    return await work(url);
  } finally {
    await close();
  }
}
