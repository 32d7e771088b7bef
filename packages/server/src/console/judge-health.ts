import type { HealthCheck, HealthState, OperatorHealth } from '@clearframe/contract';
import type { MachineRole } from '../config-roles.ts';
import type { ClusterFacts } from '../metrics/read-cluster-facts.ts';
import { type ProcessSeen, rolesOfProcess } from '../presence/processes.ts';

export type HealthFacts = {
  processes: readonly ProcessSeen[];
  cluster: Pick<ClusterFacts, 'queues' | 'backupAgeSeconds' | 'databaseBytes'>;
  failed: OperatorHealth['failed'];
  disk: OperatorHealth['disk'];
  /** When the last whole backup was begun. */
  lastBackupAt: Date | null;
};

/** Without one of each something waits, or nobody answers. */
const needed = [
  { role: 'http', name: 'requests', missing: 'No http process runs.' },
  { role: 'jobs', name: 'jobs', missing: 'No jobs process runs: emails, webhooks and exports wait.' },
  { role: 'pictures', name: 'pictures', missing: 'No pictures process runs: pictures wait.' },
  { role: 'videos', name: 'videos', missing: 'No videos process runs: videos wait.' },
] as const satisfies readonly { role: MachineRole; name: HealthCheck['name']; missing: string }[];

/** Pictures that wait for so long are late, whatever the reason. */
const lateSeconds = 60;
/** Below this share of a disk people should act, below the second one uploads will soon fail. */
const [lowShare, fullShare] = [0.15, 0.03];
/** A day, and time for a backup that takes long. */
const oldBackupSeconds = 26 * 3_600;

const check = (name: HealthCheck['name'], state: HealthState, detail: string, since: Date | null = null): HealthCheck => ({
  name,
  state,
  since: since?.toISOString() ?? null,
  detail,
});
const counted = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

function processChecks(processes: readonly ProcessSeen[]): HealthCheck[] {
  return needed.map(({ role, name, missing }) => {
    const all = processes.filter((one) => rolesOfProcess(one).includes(role));
    const there = all.filter(({ isThere }) => isThere);
    if (there.length === 0) return check(name, 'failed', missing);
    const since = there.map(({ startedAt }) => startedAt).reduce((first, one) => (one < first ? one : first));
    const silent = all.filter(({ isThere, isReplaced }) => !isThere && !isReplaced).length;
    if (silent > 0) return check(name, 'degraded', `${counted(there.length, 'process', 'processes')}, ${silent} silent.`, since);
    return check(name, 'ok', `${counted(there.length, 'process', 'processes')}.`, since);
  });
}

function diskCheck(disk: HealthFacts['disk']): HealthCheck {
  if (disk === null) return check('files', 'ok', 'Files are in S3.');
  const free = disk.total_bytes === 0 ? 1 : disk.free_bytes / disk.total_bytes;
  const state = free < fullShare ? 'failed' : free < lowShare ? 'degraded' : 'ok';
  return check('files', state, `${percent(1 - free)} of the disk used.`);
}

function analysisCheck(queues: HealthFacts['cluster']['queues'], analyses: number): HealthCheck {
  const waiting = queues.find(({ queue }) => queue === 'moderate-media');
  const oldest = waiting?.oldestSeconds ?? 0;
  const failed = analyses > 0 ? ` ${counted(analyses, 'upload')} could not be analysed.` : '';
  if (oldest > lateSeconds)
    return check(
      'analysis',
      'degraded',
      `${counted(waiting?.ready ?? 0, 'picture')} waiting, the oldest ${Math.round(oldest)} s.${failed}`,
    );
  return check('analysis', analyses > 0 ? 'degraded' : 'ok', failed === '' ? 'Pictures are analysed on arrival.' : failed.trim());
}

function backupCheck(age: number | null, lastBackupAt: Date | null): HealthCheck {
  if (age === null) return check('backup', 'ok', 'Clearframe makes no backups here.');
  if (lastBackupAt === null) return check('backup', 'degraded', 'No backup is whole yet.');
  const hours = Math.floor(age / 3_600);
  return check('backup', age > oldBackupSeconds ? 'degraded' : 'ok', `The last whole backup is ${hours} h old.`, lastBackupAt);
}

function webhookCheck({ deliveries, webhooks }: HealthFacts['failed']): HealthCheck {
  if (deliveries === 0) return check('webhooks', 'ok', 'No delivery was given up.');
  return check(
    'webhooks',
    'degraded',
    `${counted(deliveries, 'delivery', 'deliveries')} to ${counted(webhooks, 'webhook')} failed.`,
  );
}

function settingsCheck(processes: readonly ProcessSeen[]): HealthCheck {
  const older = processes.filter(({ isThere, otherSettings }) => isThere && otherSettings.length > 0);
  if (older.length === 0) return check('settings', 'ok', 'All processes use the same settings.');
  return check('settings', 'degraded', `Restart ${counted(older.length, 'process', 'processes')}: settings have changed.`);
}

/** The worst of all checks. The database answered, or there would be no facts. */
export function judgeHealth({
  processes,
  cluster,
  failed,
  disk,
  lastBackupAt,
}: HealthFacts): Pick<OperatorHealth, 'state' | 'checks'> {
  const checks = [
    ...processChecks(processes),
    check('database', 'ok', 'The database answers.'),
    diskCheck(disk),
    analysisCheck(cluster.queues, failed.analyses),
    webhookCheck(failed),
    settingsCheck(processes),
    backupCheck(cluster.backupAgeSeconds, lastBackupAt),
  ];
  const has = (state: HealthState) => checks.some((one) => one.state === state);
  return { state: has('failed') ? 'failed' : has('degraded') ? 'degraded' : 'ok', checks };
}
