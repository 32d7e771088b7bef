import type { Db } from '../../db/client.ts';
import { listProcesses, type ProcessSeen } from '../../presence/processes.ts';
import { missingRoles } from '../processes.ts';
import { type Finding, ok, warning } from './finding.ts';

/** @param own the version of this command, which is that of the server beside it */
export function judgeProcesses(seen: readonly ProcessSeen[], own: string): Finding[] {
  const there = seen.filter(({ isThere }) => isThere);
  if (there.length === 0) return [warning('processes', 'No process is there: the server does not run.', 'Start the server.')];
  const machines = new Set(there.map(({ instance }) => instance)).size;
  const plural = (many: number, one: string, more: string) => `${many} ${many === 1 ? one : more}`;
  const count = `${plural(there.length, 'process', 'processes')} on ${plural(machines, 'machine', 'machines')}.`;
  const missing = missingRoles(seen);
  const versions = [...new Set(there.map(({ version }) => version))].sort();
  const strange = versions.some((version) => version !== own);
  return [
    missing.length === 0
      ? ok('processes', count)
      : warning('processes', `${count} ${missing.join(' ')}`, 'Start a machine with the missing ROLE. See: clearframe processes'),
    strange
      ? warning(
          'versions',
          `Running: ${versions.join(', ')}. Here: ${own}.`,
          'Finish the update: restart each machine with the same version.',
        )
      : ok('versions', `Every process runs ${own}.`),
    ...judgeSettings(there),
  ];
}

function judgeSettings(there: readonly ProcessSeen[]): Finding[] {
  const older = there.filter(({ otherSettings }) => otherSettings.length > 0);
  if (older.length === 0) return [];
  const names = [...new Set(older.flatMap(({ otherSettings }) => otherSettings))].sort();
  const machines = [...new Set(older.map(({ instance }) => instance))].sort();
  const found = `Processes on ${machines.join(', ')} work with other values of ${names.join(', ')}.`;
  return [warning('settings in use', found, 'Restart these machines with the settings of the installation.')];
}

export const checkProcesses = async (db: Db, own: string): Promise<Finding[]> => judgeProcesses(await listProcesses(db), own);
