import { analyses } from '../config-roles.ts';
import { createDb } from '../db/client.ts';
import { checkLocalModels } from '../models/local-models.ts';
import { checkModelServers } from '../models/model-servers.ts';
import { prepareClassifier } from '../models/prepare-classifier.ts';
import { readTrustList } from '../models/trust-list.ts';
import { bringUp } from '../objects/bring-up.ts';
import { agreeOnSettings } from '../settings/agree-on-settings.ts';
import { runTask } from './child.ts';

/** What must be done once before anything starts, in a process that gives its memory back by ending. */
await runTask(async ({ config, alone }, signal) => {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null) throw new Error('There is no database to prepare');
  if (analyses(config)) await checkLocalModels(config);
  if (analyses(config)) await readTrustList(config);
  if (analyses(config)) await checkModelServers(config, console.log);
  // One after the other: the model is made without a pause, and a connection that waits meanwhile would count as unanswered.
  await bringUp(config, { url: databaseUrl, print: console.log, signal });
  const { db, close } = createDb({ url: databaseUrl, max: 1, name: 'clearframe start' });
  await agreeOnSettings(db, { config, alone, print: console.log }).finally(close);
  if (analyses(config)) await prepareClassifier(dataDir);
});
