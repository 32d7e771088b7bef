import { type Config, ConfigError } from '../config.ts';
import { checkDatabase } from '../db/check-database.ts';
import { createDb, type Db } from '../db/client.ts';
import { migrateDatabase, readMigrations } from '../db/migrate.ts';
import { dropStaleChecks, makeMonths } from '../db/partitions/make-months.ts';
import { requireAnnouncements } from '../db/require-announcements.ts';
import { untilMigrated } from '../db/until-migrated.ts';
import { isQueueMade } from '../queue/install.ts';
import { openStorage, storageName } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { refuseMoved } from './database-move.ts';
import { joinInstallation, refuseOther } from './installation.ts';
import { sideNames } from './side-names.ts';
import { requireMoved } from './storage-move.ts';

export type BringUp = {
  /** Of the database. */
  url: string;
  print(line: string): void;
  /** Ends all waiting for others. */
  signal: AbortSignal;
};

const unlimited =
  'The database role cannot set time limits for its own sessions. ' +
  'Set statement_timeout, lock_timeout and idle_in_transaction_session_timeout there.';

/** @throws ConfigError when files cannot be stored and read now */
async function tryStorage(storage: Storage, config: Config): Promise<void> {
  await storage.ready().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const { name, variable } = storageName(config);
    throw new ConfigError(`${variable}: files cannot be stored in ${name}: ${why}`, { cause });
  });
}

/**
 * On a new installation, so that its first rows lie in their month: once some lie in the default part, the running month gets no part any
 * more. Later ones are made by the sweep, beside those who work.
 */
async function makeFirstMonths(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await db.execute<{ ms: string; isNew: boolean }>(
    `select extract(epoch from now()) * 1000 as ms, not exists (select from media) and not exists (select from usage_entry) as "isNew"`,
  );
  if (rows[0]?.isNew) await makeMonths(db, new Date(Number(rows[0].ms)), signal);
}

/** The queue's tables are made last, and count as one change. */
async function readWaiting(db: Db): Promise<{ waiting: number }> {
  const { waiting } = await readMigrations(db);
  return { waiting: waiting + ((await isQueueMade(db)) ? 0 : 1) };
}

/**
 * Tables, unless they are another installation's, and whether the files are this one's: before anything runs that could remove one.
 * With `MIGRATE=wait` somebody else makes the tables.
 * @throws ConfigError with a sentence for the operator
 */
export async function bringUp(config: Config, { url, print, signal }: BringUp): Promise<void> {
  const { directUrl } = config;
  const { db, close } = createDb({ url, max: 1, name: 'clearframe start' });
  const sides = { db, storage: await openStorage(config) };
  const names = sideNames({ ...config, databaseUrl: url });
  try {
    // One that was left takes no writes: the reason says more than that.
    await refuseMoved(db, names.database).catch((error: unknown) => {
      if (error instanceof ConfigError) throw error;
    });
    const notice = await checkDatabase(db, names.database);
    await refuseMoved(db, names.database);
    if (notice !== null) print(notice);
    await requireAnnouncements(url, directUrl);
    await tryStorage(sides.storage, config);
    await refuseOther(sides, names);
    if (config.migrate === 'wait') await untilMigrated({ read: () => readWaiting(db), print, signal });
    else if (!(await migrateDatabase(directUrl ?? url, { signal, onWait: print })).limited) print(unlimited);
    await dropStaleChecks(db);
    if (config.migrate === 'auto') await makeFirstMonths(db, signal);
    await joinInstallation(sides, names);
    await requireMoved(db, config);
  } finally {
    await close();
  }
}
