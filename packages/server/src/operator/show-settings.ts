import type { Config } from '../config.ts';
import type { Db } from '../db/client.ts';
import { listProcesses } from '../presence/processes.ts';
import { differing, type SettingName, type SettingValues, saidBy, settingNames } from '../settings/installed-settings.ts';
import { readSettings } from '../settings/settings-row.ts';
import { shownSetting } from './apply-settings.ts';
import type { OperatorOutput } from './run.ts';

function hereOf(name: SettingName, installed: SettingValues, own: SettingValues): string {
  if (!(name in own)) return name === 'SECRET_KEY' ? 'no key' : 'not needed';
  if (name in installed && installed[name] === own[name]) return 'the same';
  return name === 'SECRET_KEY' && name in installed ? 'another key' : shownSetting(name, own[name]);
}

/**
 * `clearframe settings show`: what all machines have in common, beside what is set here. Of the key only whether it is the same.
 * @param config with the key
 * @returns 1 where something differs
 */
export async function showSettings(db: Db, config: Config, { print, complain }: OperatorOutput): Promise<number> {
  const row = await readSettings(db);
  const [installed, own]: SettingValues[] = [row?.values ?? {}, saidBy(config)];
  const differ = differing(installed ?? {}, own ?? {});
  const width = Math.max(...settingNames.map((name) => name.length));
  for (const name of settingNames) {
    print(`${name.padEnd(width)}  ${shownSetting(name, installed?.[name])}`);
    const isOther = differ.includes(name);
    print(`${''.padEnd(width)}  ${isOther ? 'DIFFERS here: ' : 'here: '}${hereOf(name, installed ?? {}, own ?? {})}`);
  }
  if (row === null) print('No machine has set them yet. The first start with http or jobs writes them.');
  else print(`Written ${row.at} by ${row.by === null ? 'clearframe settings apply' : `the start of ${row.by}`}.`);
  const older = (await listProcesses(db)).filter(({ isThere, otherSettings }) => isThere && otherSettings.length > 0);
  for (const { role, instance, otherSettings } of older)
    complain(`${role} on ${instance} started with other values of ${otherSettings.join(', ')}. Restart it.`);
  return differ.length + older.length > 0 ? 1 : 0;
}
