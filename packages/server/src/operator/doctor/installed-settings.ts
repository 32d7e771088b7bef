import type { Config } from '../../config.ts';
import type { Db } from '../../db/client.ts';
import { findSecretKey } from '../../security/secret-key.ts';
import { refusalOf } from '../../settings/agree-on-settings.ts';
import { differing, saidBy } from '../../settings/installed-settings.ts';
import { readSettings } from '../../settings/settings-row.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

const check = 'installation settings';

/** Whether the next start with these settings is let in. */
function judgeInstalled(differ: readonly string[], role: string): Finding {
  if (differ.length === 0) return ok(check, 'These settings are those of the installation.');
  const names = differ.join(', ');
  if (role !== 'all') return fault(check, `Not as the installation has it: ${names}.`, refusalOf(differ));
  const mend = 'Restart the server, which takes them over where it is the only machine. To compare: clearframe settings show';
  return warning(check, `Not as the server started last: ${names}.`, mend);
}

export async function checkInstalledSettings(config: Config, db: Db): Promise<Finding[]> {
  const installed = await readSettings(db);
  if (installed === null) return [ok(check, 'No machine has said them yet. The next start writes them.')];
  const own = saidBy({ ...config, secretKey: await findSecretKey(config) });
  return [judgeInstalled(differing(installed.values, own), config.role)];
}
