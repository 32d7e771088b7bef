import type { Config } from '../config.ts';
import { serves } from '../config-roles.ts';
import { recordAct } from '../console/operator-log.ts';
import type { Db } from '../db/client.ts';
import { listProcesses } from '../presence/processes.ts';
import { isCheckOf } from '../security/key-check.ts';
import { type SettingName, type SettingValues, settingNames, settingsOf } from '../settings/installed-settings.ts';
import { lockSettings, writeSettings } from '../settings/settings-row.ts';
import type { OperatorOutput } from './run.ts';

/** One line, also of what has several. */
export const shownSetting = (name: SettingName, value: string | null | undefined): string =>
  value === undefined || value === null ? '–' : name === 'SECRET_KEY' ? 'a key' : value.replaceAll('\n', ' | ');

type Change = { name: SettingName; from: string; to: string };

const changeOf = (name: SettingName, installed: SettingValues, own: SettingValues): Change =>
  name === 'SECRET_KEY'
    ? { name, from: name in installed ? 'another key' : '–', to: 'the key of this machine' }
    : { name, from: shownSetting(name, installed[name]), to: shownSetting(name, own[name]) };

/** Why these settings must not hold for all; null = they may. */
function refusalOf(config: Config, installed: SettingValues, newKey: boolean): string | null {
  const { secretKey, previousKeys } = config;
  if (!serves(config)) return 'An analysis machine does not have the shared settings. Run this where ROLE has http or jobs.';
  if (secretKey === null) return 'SECRET_KEY is missing here. Set the key of all machines.';
  const known = installed.SECRET_KEY;
  if (newKey || known === undefined || known === null || isCheckOf(known, secretKey, previousKeys)) return null;
  return (
    'SECRET_KEY is another one than the installation has, and SECRET_KEY_PREVIOUS does not list that: what it sealed could not be ' +
    'read. See docs/secret-key.md. If the old key is lost: clearframe settings apply --new-key'
  );
}

async function tellRunning(db: Db, { print }: OperatorOutput): Promise<void> {
  const older = (await listProcesses(db)).filter(({ isThere, otherSettings }) => isThere && otherSettings.length > 0);
  const machines = [...new Set(older.map(({ instance }) => instance))].sort();
  if (machines.length > 0) print(`These machines go on with the old ones until you restart them: ${machines.join(', ')}.`);
}

/** `clearframe settings apply`: what is set here holds for all machines. @param config with the key */
export async function applySettings(
  db: Db,
  config: Config,
  { newKey }: { newKey: boolean },
  output: OperatorOutput,
): Promise<number> {
  const own = settingsOf(config);
  const done = await db.transaction(async (tx) => {
    const before = await lockSettings(tx);
    const installed: SettingValues = before?.values ?? {};
    const refusal = refusalOf(config, installed, newKey);
    if (refusal !== null) return { refusal, changes: [] };
    const names = settingNames.filter((name) => !(name in installed) || installed[name] !== own[name]);
    const changes = names.map((name) => changeOf(name, installed, own));
    if (changes.length === 0) return { refusal, changes };
    await writeSettings(tx, before, own, null);
    const changed = Object.fromEntries(changes.map(({ name, from, to }) => [name, { from, to }]));
    await recordAct(tx, { action: 'settings apply', detail: { changed } });
    return { refusal, changes };
  });
  if (done.refusal !== null) {
    output.complain('Nothing was changed.');
    output.complain(done.refusal);
    return 1;
  }
  for (const { name, from, to } of done.changes) output.print(`${name}: ${from} → ${to}`);
  if (done.changes.length === 0) output.print('The installation already has these settings. Nothing changed.');
  else await tellRunning(db, output);
  return 0;
}
