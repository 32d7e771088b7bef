import { migrateDatabase } from '../db/migrate.ts';
import { prepareClassifier } from '../models/classifier-file.ts';
import { runTask } from './child.ts';

/** What must be done once before anything starts, in a process that gives its memory back by ending. */
await runTask(async ({ config: { databaseUrl, dataDir, role } }) => {
  if (databaseUrl === null) throw new Error('There is no database to prepare');
  await Promise.all([migrateDatabase(databaseUrl), role === 'api' ? undefined : prepareClassifier(dataDir)]);
});
