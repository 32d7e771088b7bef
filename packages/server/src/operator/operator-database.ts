import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { createDb, type Db } from '../db/client.ts';
import { runningPostgresUrl, startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { postgresFiles } from '../db/embedded-postgres-files.ts';
import { createListener } from '../db/listener.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { LiveEvents } from '../live/live-events.ts';
import { createPgLiveEvents } from '../live/pg-live-events.ts';
import { moveRefusal, readDatabaseMove } from '../objects/database-move.ts';
import { lockDataDir } from '../supervisor/data-dir-lock.ts';

export type OperatorDatabase = { db: Db; live: LiveEvents; url: string; close(): Promise<void> };

/** One command of an operator needs one connection, which may take its time; it announces and never listens. */
function open(url: string): OperatorDatabase {
  const { db, close } = createDb({ url, name: 'clearframe operator', max: 1, patient: true });
  return { db, live: createPgLiveEvents({ db, listener: createListener({ url }) }), url, close };
}

/**
 * The database of this set-up: that of DATABASE_URL, the embedded one of a running server, or the embedded one started
 * for this moment; it is left as it was found.
 * @param evenMoved also one that was moved elsewhere, whose rows nobody changes any more
 * @throws Error with a sentence for the operator when there is none
 */
export async function openOperatorDatabase(
  { databaseUrl, directUrl, dataDir }: Config,
  { evenMoved = false }: { evenMoved?: boolean } = {},
): Promise<OperatorDatabase> {
  const url = directUrl ?? databaseUrl ?? runningPostgresUrl(dataDir);
  if (url !== null) return open(url);
  if (!existsSync(postgresFiles(dataDir).data))
    throw new Error(`There is no database in ${dataDir}. Start Clearframe once, or set DATA_DIR or DATABASE_URL.`);
  const release = await lockDataDir(dataDir);
  if (!release) throw new Error(`Clearframe is starting or stopping on ${dataDir}. Please try again.`);
  try {
    const server = await startEmbeddedPostgres({ dataDir, maxConnections: 10 });
    const opened = open(server.url);
    const move = await readDatabaseMove(opened.db);
    if (move === null) await migrateDatabase(server.url);
    else if (!evenMoved) throw new Error(moveRefusal(`The database in ${dataDir}`, move));
    return {
      ...opened,
      async close() {
        await opened.close();
        await server.stop();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
