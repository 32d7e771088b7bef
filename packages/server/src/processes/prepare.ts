import { createDb } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { checkLocalModels } from '../models/local-models.ts';
import { prepareClassifier } from '../models/prepare-classifier.ts';
import { joinInstallation } from '../objects/installation.ts';
import { sideNames } from '../objects/side-names.ts';
import { openObjects } from '../storage/open-objects.ts';
import { runTask } from './child.ts';

/** Tables, and then whether the files are those of this database: before anything runs that could remove one. */
async function prepareDatabase(url: string, dataDir: string): Promise<void> {
  await migrateDatabase(url);
  const { db, close } = createDb({ url, max: 1, name: 'clearframe start' });
  try {
    await joinInstallation({ db, storage: openObjects({ dataDir }) }, sideNames({ databaseUrl: url, dataDir }));
  } finally {
    await close();
  }
}

/** What must be done once before anything starts, in a process that gives its memory back by ending. */
await runTask(async ({ config }) => {
  const { databaseUrl, dataDir, role } = config;
  if (databaseUrl === null) throw new Error('There is no database to prepare');
  if (role !== 'api') await checkLocalModels(config);
  await Promise.all([prepareDatabase(databaseUrl, dataDir), role === 'api' ? undefined : prepareClassifier(dataDir)]);
});
