import type { AnalyserHealth, HealthCheck, OperatorHealth } from '@clearframe/contract';
import type { MachineRole } from '../config-roles.ts';
import type { ClusterFacts } from '../metrics/read-cluster-facts.ts';
import { type ProcessSeen, rolesOfProcess } from '../presence/processes.ts';
import { check, counted, worst } from './health-check.ts';
import { analysersCheck } from './judge-analysers.ts';
import { judgeDatabase } from './judge-database.ts';
import { judgeStorage } from './judge-storage.ts';
import type { StorageProbe } from './probe-storage.ts';
import type { DatabaseSeen } from './read-database.ts';

export type HealthFacts = {
  processes: readonly ProcessSeen[];
  cluster: Pick<ClusterFacts, 'queues' | 'backupAgeSeconds' | 'standbys'>;
  failed: OperatorHealth['failed'];
  database: Omit<DatabaseSeen, 'version' | 'now'>;
  storage: { kind: OperatorHealth['storage']['kind']; disk: OperatorHealth['disk']; probe: StorageProbe };
  /** null = they could not be read in time. */
  analysers: readonly AnalyserHealth[] | null;
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
/** A day, and time for a backup that takes long. */
const oldBackupSeconds = 26 * 3_600;

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

/** The worst of all checks. */
export function judgeHealth({
  processes,
  cluster,
  failed,
  database,
  storage,
  analysers,
}: HealthFacts): Pick<OperatorHealth, 'state' | 'checks'> {
  const ofAnalysers = analysersCheck(analysers);
  const checks = [
    ...processChecks(processes),
    judgeDatabase(database, cluster.standbys),
    judgeStorage(storage.probe, storage),
    analysisCheck(cluster.queues, failed.analyses),
    ...(ofAnalysers ? [ofAnalysers] : []),
    webhookCheck(failed),
    settingsCheck(processes),
    backupCheck(cluster.backupAgeSeconds, database.lastBackupAt),
  ];
  return { state: worst(checks.map(({ state }) => state)), checks };
}
