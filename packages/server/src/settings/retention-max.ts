import type { Config } from '../config.ts';
import { type RetentionDays, retentionVariableOf } from '../config-retention.ts';
import type { Db, Tx } from '../db/client.ts';
import type { SettingValues } from './installed-settings.ts';
import { readSettings } from './settings-row.ts';

/**
 * The longest times for which any account keeps what, as the installation says. What it does not say yet is this machine's: the version
 * before this one wrote no bounds.
 */
export async function readRetentionMax(db: Db | Tx, { retentionMax }: Pick<Config, 'retentionMax'>): Promise<RetentionDays> {
  const values: SettingValues = (await readSettings(db))?.values ?? {};
  const bound = (key: keyof RetentionDays): number | null => {
    const said = values[retentionVariableOf[key]];
    if (said === undefined) return retentionMax[key];
    return said === null ? null : Number(said);
  };
  return {
    safeDays: bound('safeDays'),
    flaggedDays: bound('flaggedDays'),
    resultsDays: bound('resultsDays'),
    logsDays: bound('logsDays'),
  };
}
