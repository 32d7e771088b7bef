import { readStartConfig } from '../config.ts';
import { recordAct } from '../console/operator-log.ts';
import { createDb, type Db } from '../db/client.ts';
import { readMigrations } from '../db/migrate.ts';
import { processEnvironment } from '../environment.ts';
import { bringUp } from '../objects/bring-up.ts';
import { prepareQueue } from '../queue/install.ts';
import { applySettings } from './apply-settings.ts';
import { UsageError } from './command.ts';
import type { OperatorOutput, Run } from './run.ts';

const count = (waiting: number): string => (waiting === 1 ? '1 change' : `${waiting} changes`);

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = createDb({ url, max: 1, name: 'clearframe migrate' });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

type Wanted = { env: Parameters<Run>[1]; settings: boolean; signal: AbortSignal };

async function bringUpNow({ env, settings, signal }: Wanted, output: OperatorOutput): Promise<number> {
  const { print, complain } = output;
  const config = readStartConfig(env ? { inherited: env, inFile: {} } : processEnvironment());
  const { databaseUrl: url, directUrl } = config;
  if (url === null) {
    complain('migrate needs DATABASE_URL: a start makes the tables of the embedded database itself.');
    return 1;
  }
  const { waiting } = await withDb(url, readMigrations);
  await bringUp({ ...config, migrate: 'auto' }, { url, print, signal });
  await prepareQueue(directUrl ?? url);
  if (waiting > 0) await withDb(url, (db) => recordAct(db, { action: 'migrate', detail: { changes: waiting } }));
  print(waiting === 0 ? 'The tables were up to date.' : `Made ${count(waiting)} of the tables.`);
  return settings ? withDb(directUrl ?? url, (db) => applySettings(db, config, { newKey: false }, output)) : 0;
}

/** `clearframe migrate`: brings the database up to this version, for machines whose starts wait for that (MIGRATE=wait). */
export const migrate: Run = async ([, ...words], env, output) => {
  const settings = words[0] === '--apply-settings';
  if (words.length > (settings ? 1 : 0)) throw new UsageError('migrate takes --apply-settings and nothing more.');
  const asked = new AbortController();
  const stop = (): void => asked.abort(new Error('Stopped while it waited for others. The next run makes what is left.'));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    return await bringUpNow({ env, settings, signal: asked.signal }, output);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
};
