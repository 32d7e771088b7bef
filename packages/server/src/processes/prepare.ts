import { migrateDatabase } from '../db/migrate.ts';
import { checkLocalModels } from '../models/local-models.ts';
import { prepareClassifier } from '../models/prepare-classifier.ts';
import { runTask } from './child.ts';

/** What must be done once before anything starts, in a process that gives its memory back by ending. */
await runTask(async ({ config }) => {
  const { databaseUrl, dataDir, role } = config;
  if (databaseUrl === null) throw new Error('There is no database to prepare');
  if (role !== 'api') await checkLocalModels(config);
  await Promise.all([migrateDatabase(databaseUrl), role === 'api' ? undefined : prepareClassifier(dataDir)]);
});
