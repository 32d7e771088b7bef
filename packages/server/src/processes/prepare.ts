import { type Config, ConfigError } from '../config.ts';
import { analyses } from '../config-roles.ts';
import { checkDatabase } from '../db/check-database.ts';
import { createDb } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { requireAnnouncements } from '../db/require-announcements.ts';
import { checkLocalModels } from '../models/local-models.ts';
import { prepareClassifier } from '../models/prepare-classifier.ts';
import { joinInstallation, refuseOther } from '../objects/installation.ts';
import { sideNames } from '../objects/side-names.ts';
import { requireMoved } from '../objects/storage-move.ts';
import { openStorage, storageName } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { runTask } from './child.ts';

const unlimited =
  'The database does not let its role set time limits for its own sessions. ' +
  'Set statement_timeout, lock_timeout and idle_in_transaction_session_timeout there.';

/** @throws ConfigError when files cannot be stored and read now */
async function tryStorage(storage: Storage, config: Config): Promise<void> {
  await storage.ready().catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const { name, variable } = storageName(config);
    throw new ConfigError(`${variable}: files cannot be stored in ${name}: ${why}`, { cause });
  });
}

/** Tables, unless they are another installation's, and whether the files are this one's: before anything runs that could remove one. */
async function prepareDatabase(url: string, config: Config): Promise<void> {
  const { directUrl } = config;
  const { db, close } = createDb({ url, max: 1, name: 'clearframe start' });
  const sides = { db, storage: await openStorage(config) };
  const names = sideNames({ ...config, databaseUrl: url });
  try {
    const notice = await checkDatabase(db, names.database);
    if (notice !== null) console.log(notice);
    await requireAnnouncements(url, directUrl);
    await tryStorage(sides.storage, config);
    await refuseOther(sides, names);
    const { limited } = await migrateDatabase(directUrl ?? url);
    if (!limited) console.log(unlimited);
    await joinInstallation(sides, names);
    await requireMoved(db, config);
  } finally {
    await close();
  }
}

/** What must be done once before anything starts, in a process that gives its memory back by ending. */
await runTask(async ({ config }) => {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null) throw new Error('There is no database to prepare');
  if (analyses(config)) await checkLocalModels(config);
  // One after the other: the model is made without a pause, and a connection that waits meanwhile would count as unanswered.
  await prepareDatabase(databaseUrl, config);
  if (analyses(config)) await prepareClassifier(dataDir);
});
