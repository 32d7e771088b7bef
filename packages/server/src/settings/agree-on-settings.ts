import { hostname } from 'node:os';
import { and, ne, sql } from 'drizzle-orm';
import { type Config, ConfigError } from '../config.ts';
import { serves } from '../config-roles.ts';
import type { Db, Tx } from '../db/client.ts';
import { type InstalledSettings, processRow } from '../db/schema.ts';
import { isThere } from '../presence/processes.ts';
import { differing, followsPublicUrl, ofAnalysisAlone, type SettingValues, saidBy } from './installed-settings.ts';
import { lockSettings, readSettings, writeSettings } from './settings-row.ts';

export type Agree = {
  config: Config;
  /** No other machine can use the database. */
  alone: boolean;
  print(line: string): void;
};

/** A start that has just written the settings is not among the processes yet. */
const startingMinutes = 2;

/** The machine, as people call it. */
export const machineName = ({ instanceName }: Pick<Config, 'instanceName'>): string => instanceName ?? hostname();

async function isOnlyMachine(tx: Tx, name: string, before: InstalledSettings | null): Promise<boolean> {
  const isOther = and(isThere, ne(processRow.instance, name));
  const [other] = await tx.select({ id: processRow.id }).from(processRow).where(isOther).limit(1);
  if (other) return false;
  if (before === null || before.by === null || before.by === name) return true;
  const { rows } = await tx.execute<{ isOld: boolean }>(
    sql`select ${before.at}::timestamptz < now() - ${startingMinutes} * interval '1 minute' as "isOld"`,
  );
  return rows[0]?.isOld ?? true;
}

/**
 * At each start, once the tables are there: whether this machine has the settings of the installation. A machine that does everything and
 * is alone on the database takes its own over. Of several, the first that needs one writes what nobody has said yet.
 * @throws ConfigError with a sentence that names what differs; nothing was changed
 */
export async function agreeOnSettings(db: Db, { config, alone, print }: Agree): Promise<void> {
  const by = machineName(config);
  const own = saidBy(config);
  await db.transaction(async (tx) => {
    const before = await lockSettings(tx);
    const installed: SettingValues = before?.values ?? {};
    const differ = differing(installed, own);
    if (differ.length === 0) {
      // An empty row is left to a machine that serves; what only analysis has, another may add.
      const added = serves(config) ? own : before === null ? {} : ofAnalysisAlone(own);
      if (!Object.keys(added).every((name) => name in installed)) await writeSettings(tx, before, added, by);
      return;
    }
    if (config.role !== 'all' || !(alone || (await isOnlyMachine(tx, by, before)))) throw new ConfigError(refusalOf(differ));
    await writeSettings(tx, before, own, by);
    if (!alone) print(`This is the only machine, so the installation now uses its settings: ${differ.join(', ')}.`);
  });
}

/** Why a machine does not start. */
export const refusalOf = (names: readonly string[]): string =>
  `${names.join(', ')}: the installation has ${names.length === 1 ? 'another value' : 'other values'}. ` +
  'To compare: clearframe settings show. To use the settings of this machine everywhere: clearframe settings apply';

/** The settings of a process: what its machine is not told, it takes from the installation. */
export async function withInstalled(config: Config, db: Db): Promise<Config> {
  if (!followsPublicUrl(config)) return config;
  const values: SettingValues | undefined = (await readSettings(db))?.values;
  return { ...config, publicUrl: values?.PUBLIC_URL ?? config.publicUrl };
}
