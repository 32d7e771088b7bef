import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { type PartFacts, readParts } from '../db/partitions/partitioned-tables.ts';
import { backup, delivery, media, objectRemoval } from '../db/schema.ts';
import { listProcesses, rolesOfProcess } from '../presence/processes.ts';
import { queueSchema } from '../queue/install.ts';

/** Whoever asks does not wait for a database that is busy with better things. */
const statementMs = 4_000;
/** Counting ends there: "more than 100,000" says enough, and costs the same every ten seconds. */
const countedMax = 100_000;

/** What is true of the whole installation, whichever replica reads it. Times in seconds by the database's clock. */
export type ClusterFacts = {
  queues: { queue: string; ready: number; deferred: number; active: number; oldestSeconds: number }[];
  /** How long one process would take for the files of each kind that wait or are analysed now. */
  work: { queue: string; seconds: number }[];
  reviewWaiting: number;
  objectsToRemove: number;
  /** A process with several roles counts in each. */
  processes: { role: string; version: string; count: number }[];
  /** Processes that started with other settings than the installation has by now. */
  otherSettings: number;
  /** Since what the last whole backup holds; where none is whole, since the first was begun. null = nobody makes any here. */
  backupAgeSeconds: number | null;
  databaseBytes: number;
  /** Months to come that every table in months has. */
  parts: PartFacts;
  /** Of each standby that our role may see. */
  standbys: { standby: string; lagSeconds: number }[];
};

/**
 * Jobs that wait, by the index of what may be taken: ended ones, of which a day is remembered, cost nothing. Those under way as the
 * keeper counted them some seconds ago. The library's own queues apart.
 */
export const queueRows = sql`
  with waiting as (
    select name,
      count(*) filter (where start_after <= now()) as ready,
      count(*) filter (where start_after > now()) as deferred,
      extract(epoch from now() - min(greatest(created_on, start_after)) filter (where start_after <= now())) as oldest
    from ${sql.identifier(queueSchema)}.job where state < 'active' and not blocked group by name)
  select queue.name, coalesce(ready, 0) as ready, coalesce(deferred, 0) as deferred, active_count as active,
    greatest(0, coalesce(oldest, 0)) as oldest
  from ${sql.identifier(queueSchema)}.queue left join waiting on waiting.name = queue.name
  where queue.name !~ '^__' order by queue.name`;

/** Of files that wait or are analysed now; the view is there for autoscalers too. */
const workRows = sql`select queue, seconds_of_work as seconds from clearframe_backlog order by queue`;

/** Deliveries are rows of their own; those that are told at this moment count among the due ones. */
const deliveryRow = sql`
  select count(*) filter (where next_attempt_at <= now()) as ready, count(*) filter (where next_attempt_at > now()) as deferred,
    greatest(0, coalesce(extract(epoch from now() - min(next_attempt_at)), 0)) as oldest
  from (select next_attempt_at from ${delivery} where state = 'waiting' order by next_attempt_at limit ${countedMax}) waiting`;

const counted = (rows: SQL): SQL => sql`select count(*) as count from (${rows} limit ${countedMax}) counted`;
const reviewCount = counted(sql`select 1 from ${media} where needs_review and not moderation_flagged and kept`);
const removalCount = counted(sql`select 1 from ${objectRemoval} where not_before <= now()`);

/** A role without pg_read_all_stats sees that there are standbys, not how far they are. */
const standbyRows = sql`
  select application_name as standby, coalesce(max(extract(epoch from replay_lag)), 0) as lag
  from pg_stat_replication where state is not null group by application_name order by 1 limit 8`;

const backupRow = sql`
  select extract(epoch from now() - coalesce(max(started_at) filter (where finished_at is not null), min(started_at))) as age
  from ${backup}`;

async function rowsOf(tx: Tx, query: SQL): Promise<Record<string, unknown>[]> {
  return (await tx.execute(query)).rows;
}

const numberOf = (rows: Record<string, unknown>[], name: string): number => Number(rows[0]?.[name] ?? 0);

function countByRoleAndVersion(all: Awaited<ReturnType<typeof listProcesses>>): ClusterFacts['processes'] {
  const counts = new Map<string, { role: string; version: string; count: number }>();
  for (const one of all)
    for (const role of rolesOfProcess(one)) {
      const { version } = one;
      const key = `${role} ${version}`;
      counts.set(key, { role, version, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  return [...counts.values()];
}

/** Reads them in one look. @throws when the database does not answer, or takes longer than four seconds for one of them */
export async function readClusterFacts(db: Db): Promise<ClusterFacts> {
  return await db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${statementMs}`));
      // Under the name that their jobs had.
      const [deliveries = {}] = await rowsOf(tx, deliveryRow);
      const inQueues = (await rowsOf(tx, queueRows)).map((row) =>
        row['name'] === 'deliver-webhook' ? { ...row, ...deliveries } : row,
      );
      const queues = inQueues.map(({ name, ready, deferred, active, oldest }) => ({
        queue: String(name),
        ready: Number(ready),
        deferred: Number(deferred),
        active: Number(active),
        oldestSeconds: Number(oldest),
      }));
      const processes = (await listProcesses(tx)).filter(({ isThere }) => isThere);
      const standbys = (await rowsOf(tx, standbyRows)).map(({ standby, lag }) => ({
        standby: String(standby),
        lagSeconds: Number(lag),
      }));
      const [{ age = null } = {}] = await rowsOf(tx, backupRow);
      return {
        queues,
        standbys,
        work: (await rowsOf(tx, workRows)).map(({ queue, seconds }) => ({ queue: String(queue), seconds: Number(seconds) })),
        reviewWaiting: numberOf(await rowsOf(tx, reviewCount), 'count'),
        objectsToRemove: numberOf(await rowsOf(tx, removalCount), 'count'),
        processes: countByRoleAndVersion(processes),
        otherSettings: processes.filter(({ otherSettings }) => otherSettings.length > 0).length,
        backupAgeSeconds: age === null ? null : Number(age),
        parts: await readParts(tx),
        databaseBytes: numberOf(await rowsOf(tx, sql`select pg_database_size(current_database()) as bytes`), 'bytes'),
      };
    },
    { accessMode: 'read only' },
  );
}
