import { parseArgs } from 'node:util';
import { type Config, readStartConfig } from '../config.ts';
import { processEnvironment } from '../environment.ts';
import { findSecretKey } from '../security/secret-key.ts';
import { applySettings } from './apply-settings.ts';
import { UsageError } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { Run } from './run.ts';
import { showSettings } from './show-settings.ts';

type SettingsCommand = { action: 'show' } | { action: 'apply'; newKey: boolean };

function read(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { 'new-key': { type: 'boolean' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws UsageError */
function parseSettings(args: readonly string[]): SettingsCommand {
  const { values, positionals } = read(args);
  const [, action, ...rest] = positionals;
  const newKey = values['new-key'] ?? false;
  if (rest.length === 0 && action === 'show' && !newKey) return { action };
  if (rest.length === 0 && action === 'apply') return { action, newKey };
  throw new UsageError('settings takes show or apply, and apply takes --new-key.');
}

/** The settings with the key, also where it lies in DATA_DIR. */
async function readWithKey(env: Parameters<Run>[1]): Promise<Config> {
  const config = readStartConfig(env ? { inherited: env, inFile: {} } : processEnvironment());
  return { ...config, secretKey: await findSecretKey(config) };
}

/** `clearframe settings show` and `apply`. */
export const settings: Run = async (args, env, output) => {
  const command = parseSettings(args);
  const config = await readWithKey(env);
  const { close, db } = await openOperatorDatabase(config);
  try {
    return command.action === 'show' ? await showSettings(db, config, output) : await applySettings(db, config, command, output);
  } finally {
    await close();
  }
};
