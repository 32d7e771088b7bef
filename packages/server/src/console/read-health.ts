import type { OperatorHealth } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { analyserState, delivery, media } from '../db/schema.ts';
import { readClusterFacts } from '../metrics/read-cluster-facts.ts';
import { countWaitingFailures } from '../moderation/upload/retry-failed.ts';
import { listProcesses, type ProcessSeen } from '../presence/processes.ts';
import { productVersion } from '../presence/product-version.ts';
import { countUploadedBytes } from './count-uploaded-bytes.ts';
import { inTime } from './in-time.ts';
import { judgeAnalysers } from './judge-analysers.ts';
import { judgeHealth } from './judge-health.ts';
import { probeStorage } from './probe-storage.ts';
import { readDatabase } from './read-database.ts';
import { readDisk } from './read-disk.ts';
import { readVersions } from './read-versions.ts';

/** Newest pictures whose time is measured. */
const measuredPictures = 1_000;

/** Ids follow time: the newest are read from the end of the key. */
async function verdictTimes(db: Db): Promise<OperatorHealth['verdicts']> {
  const { rows } = await db.execute<{ pictures: number; median: number | null; p95: number | null }>(sql`
    select count(*)::int as pictures,
      round(percentile_cont(0.5) within group (order by ms))::int as median,
      round(percentile_cont(0.95) within group (order by ms))::int as p95
    from (
      select extract(epoch from moderation_checked_at - created_at) * 1000 as ms
      from (select moderation_checked_at, created_at, video from ${media} order by id desc limit ${measuredPictures}) newest
      where moderation_checked_at >= created_at and created_at > now() - interval '1 hour' and video is null
    ) measured`);
  const [{ pictures = 0, median = null, p95 = null } = {}] = rows;
  return { pictures, median_ms: median, p95_ms: p95 };
}

async function failedWork(db: Db): Promise<OperatorHealth['failed']> {
  const [analyses, { rows }] = await Promise.all([
    countWaitingFailures(db),
    db.execute<{ deliveries: number; webhooks: number }>(sql`
      select count(*)::int as deliveries, count(distinct webhook_id)::int as webhooks
      from ${delivery} where state = 'failed' and body is not null and webhook_id is not null`),
  ]);
  return { analyses, deliveries: rows[0]?.deliveries ?? 0, webhooks: rows[0]?.webhooks ?? 0 };
}

const viewOfProcess = (one: ProcessSeen): OperatorHealth['processes'][number] => ({
  role: one.role,
  instance: one.instance,
  version: one.version,
  started_at: one.startedAt.toISOString(),
  silent_seconds: one.silentSeconds,
  is_there: one.isThere,
  restart_for: one.otherSettings,
});

/** The health of the installation, whichever process is asked. @throws when the database does not answer */
export async function readHealth({ config, db, storage }: Pick<Context, 'config' | 'db' | 'storage'>): Promise<OperatorHealth> {
  // Alone: its time is that of one statement.
  const database = await readDatabase(db);
  const [cluster, processes, verdicts, failed, disk, probe, seen, uploadedBytes, versions] = await Promise.all([
    readClusterFacts(db),
    listProcesses(db),
    verdictTimes(db),
    failedWork(db),
    config.storage === 'disk' ? readDisk(config.dataDir) : null,
    probeStorage(storage),
    inTime(db, (tx) => tx.select().from(analyserState)),
    countUploadedBytes(db),
    readVersions(db, database.version),
  ]);
  const names = config.analysers.map(({ name }) => name);
  const analysers = judgeAnalysers(seen ?? [], names, database.now);
  const kind = config.storage;
  return {
    ...judgeHealth({ processes, cluster, failed, database, storage: { kind, disk, probe }, analysers: seen && analysers }),
    version: productVersion(),
    checked_at: database.now.toISOString(),
    processes: processes.map(viewOfProcess),
    queues: cluster.queues.map(({ queue, ready, deferred, active, oldestSeconds }) => ({
      name: queue,
      waiting: ready,
      later: deferred,
      active,
      oldest_seconds: oldestSeconds,
    })),
    analysers,
    analysis_seconds: cluster.work.reduce((sum, { seconds }) => sum + seconds, 0),
    verdicts,
    failed,
    database: {
      version: database.version,
      size_bytes: cluster.databaseBytes,
      connections: database.connections,
      last_backup_at: database.lastBackupAt?.toISOString() ?? null,
    },
    disk,
    storage: { kind, uploaded_bytes: uploadedBytes },
    versions,
  };
}
