import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss, type Db as QueueDb } from 'pg-boss';
import type { Listener } from '../db/listener.ts';
import type { PoolHandle } from '../db/pool.ts';
import type { BackgroundRuns } from './background-jobs.ts';
import { priorityOf, turnNow } from './fair-order.ts';
import { createForgiveness } from './forgive-faults.ts';
import { createGroupCounts, type GroupCounts } from './group-counts.ts';
import { handBack } from './hand-back.ts';
import { installQueues, queueSchema } from './install.ts';
import { withOrigin } from './job-context.ts';
import { type JobName, jobNames, parsePayload } from './jobs.ts';
import { createKeeper } from './keep-queues.ts';
import { createPatientStatements } from './patient-statements.ts';
import type { JobEvent, Queue, WorkBeside } from './queue.ts';
import { createReporter } from './report-troubles.ts';
import { createRunner, type Runner } from './run-job.ts';
import { watchStatements } from './settle-runs.ts';
import { transactionOf } from './transaction-of.ts';
import { createUnderWay } from './under-way.ts';
import { untilAnswered } from './until-answered.ts';
import { startTurnWorker, type TurnWorker } from './work-in-turn.ts';

export type { JobEvent, JobRun, Queue } from './queue.ts';

export type QueueOptions = {
  /** Runs every statement of the queue that is in nobody's transaction. */
  pool: Pick<PoolHandle, 'pool' | 'first'>;
  /** Hears of new jobs at once; null = jobs are looked for every second. */
  listener: Listener | null;
  /** How long jobs under way may take to end when the queue stops; then they are handed over. */
  finishMs?: number;
  /**
   * One process a machine: makes the tables, watches heartbeats and expiry, adds what is due by the clock. `directUrl` reaches
   * PostgreSQL itself, for the few statements that need a session of their own.
   */
  keeper?: { directUrl: string };
  onError?: (error: unknown, where: string) => void;
  onJob?: (event: JobEvent) => void;
};

/** How long a stopping process may finish its jobs: as long as one may say nothing. Longer ones give their job back by themselves. */
const finishingMs = 45_000;
/** How often a job under way writes its heartbeat: one that could not be written does not make it look dead. */
const heartbeatEverySeconds = 5;
/** Ended jobs go in small pieces, each well within the time that a statement has. */
const maintenanceEverySeconds = 60;

/** The same name and key give the same id, which the table takes once. Version 8 of RFC 9562: made by us. */
export function jobIdOf(name: JobName, singletonKey: string): string {
  const hex = createHash('sha256').update(`${name}\0${singletonKey}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Has the library hear of new jobs over our listener: its own would open another connection, to the address of its statements, which
 * may be a pool. What went past is looked for at once when it hears again.
 * @param own told the same, for workers that are not the library's
 */
function hearJobs(db: QueueDb, listener: Listener, own: { onJob(queue: string): void; onListening(): void }): void {
  db.listen = async (channel, onPayload, onListening) => {
    const end = listener.hear(channel, {
      onPayload(queue) {
        onPayload(queue);
        own.onJob(queue);
      },
      onListening() {
        onListening();
        own.onListening();
      },
    });
    return { close: async () => end() };
  };
}

/** By the clock that says whether a heartbeat is old. */
async function timeOf(db: QueueDb): Promise<number> {
  const { rows } = await db.executeSql(`select extract(epoch from ${queueSchema}.job_now()) * 1000 as ms`);
  return Number(rows[0]?.ms);
}

/** The jobs for idle moments that this process does. */
function backgroundOf(work: WorkBeside, runJob: Runner): BackgroundRuns<JobWithMetadata<object>> {
  const { 'read-writing': writing, 'read-video': video } = work;
  return {
    ...(writing ? { 'read-writing': (job) => runJob('read-writing', job, writing) } : {}),
    ...(video ? { 'read-video': (job) => runJob('read-video', job, video) } : {}),
  };
}

async function openKeys(boss: PgBoss, name: JobName, singletonKeys: readonly string[]): Promise<Set<string>> {
  const keys = new Map(singletonKeys.map((key) => [jobIdOf(name, key), key]));
  const { rows } = await boss
    .getDb()
    .executeSql(`select id from ${queueSchema}.job where name = $1 and id = any($2::uuid[]) and state <= 'active'`, [
      name,
      [...keys.keys()],
    ]);
  return new Set(rows.flatMap(({ id }: { id: string }) => keys.get(id) ?? []));
}

/**
 * The queue over PostgreSQL. Jobs are picked up by NOTIFY (p50 16 ms), and by a look every second, which also brings
 * the retries; without `keeper` somewhere nobody notices jobs of dead processes.
 */
export function createQueue(options: QueueOptions): Queue {
  const { keeper, listener } = options;
  const { query } = keeper ? createPatientStatements(options.pool.pool, keeper.directUrl) : options.pool.first;
  const db: QueueDb = { executeSql: query };
  const report = createReporter(options.onError);
  const onError = (error: unknown) => report(error, 'queue');
  const stopping = new AbortController();
  /** Time is up for what runs still have to say: until then they say it again, because a database may fail over while machines leave. */
  const leaving = new AbortController();
  const settling = watchStatements(db, leaving.signal);
  const turnWorkers: TurnWorker[] = [];
  const notifyAll = (name: string): void => {
    for (const worker of turnWorkers) worker.notify(name);
  };
  if (listener) hearJobs(db, listener, { onJob: notifyAll, onListening: () => jobNames.forEach(notifyAll) });
  const boss = new PgBoss({
    db,
    schema: queueSchema,
    migrate: keeper !== undefined,
    supervise: false,
    schedule: keeper !== undefined,
    monitorIntervalSeconds: 4,
    maintenanceIntervalSeconds: maintenanceEverySeconds,
    useListenNotify: listener !== null,
  });
  const forgiveness = createForgiveness();
  const keeping = createKeeper({
    supervise: () => boss.supervise(),
    ask: () => timeOf(boss.getDb()),
    onError,
  });
  boss.on('error', onError);
  const underWay = createUnderWay();
  const groupCounts = new Map<JobName, GroupCounts>();
  boss.on('warning', (warning) => report(new Error(warning.message), 'queue warning'));
  const { onJob } = options;
  const end = { stopping: stopping.signal, leaving: leaving.signal };
  const runJob = createRunner({ boss, forgiveness, settling, underWay, report, onJob, ...end });

  return {
    async start() {
      await boss.start();
      if (!keeper) return;
      await installQueues(boss);
      keeping.start();
    },
    async stop() {
      keeping.stop();
      // First: a worker that handed its job back would take it again while the rest of the queue still stops.
      const idle = Promise.all([
        ...[...groupCounts.keys()].map((name) => boss.offWork(name)),
        ...turnWorkers.map((worker) => worker.stop()),
      ]);
      stopping.abort(new Error('The process stops'));
      // Here and not in `boss.stop`, which looks twice a second whether they are: half a second for each process that has nothing to do.
      const inTime = new AbortController();
      await Promise.race([
        idle,
        sleep(options.finishMs ?? finishingMs, undefined, { signal: inTime.signal }).catch(() => undefined),
      ]);
      inTime.abort();
      leaving.abort();
      // The library would fail what has not ended, which costs it a try.
      await underWay.handOver(onError);
      await boss.stop({ graceful: true, timeout: 1_000 });
    },
    async add(name, payload, { tx, startAfterMs, singletonKey, group, expireSeconds, isLong = false, turn = 0 } = {}) {
      return boss.send(name, withOrigin(parsePayload(name, payload)), {
        ...(tx ? { db: await transactionOf(tx) } : {}),
        // So many seconds by the database's clock, which is the one that says when a job is due.
        ...(startAfterMs === undefined ? {} : { startAfter: startAfterMs / 1_000 }),
        ...(group === undefined ? {} : { group: { id: group } }),
        priority: priorityOf(turn, isLong),
        ...(expireSeconds === undefined ? {} : { expireInSeconds: expireSeconds }),
        ...(singletonKey === undefined ? {} : { id: jobIdOf(name, singletonKey) }),
      });
    },
    async addMany(name, jobs, tx) {
      const rows = jobs.map(({ payload, singletonKey, turn, origin }) => ({
        id: jobIdOf(name, singletonKey),
        data: withOrigin(parsePayload(name, payload), origin),
        priority: priorityOf(turn, false),
      }));
      const added = await boss.insert(name, rows, { db: await transactionOf(tx), returnId: true });
      return added?.length ?? 0;
    },
    async work(name, { concurrency = 1, groupConcurrency }, handler) {
      const counts = groupCounts.get(name) ?? createGroupCounts();
      groupCounts.set(name, counts);
      const workOne = async (): Promise<void> => {
        const worker = await boss.work(
          name,
          {
            batchSize: 1,
            includeMetadata: true,
            heartbeatRefreshSeconds: heartbeatEverySeconds,
            pollingIntervalSeconds: 1,
            notifyPollingIntervalSeconds: 1,
            ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
          },
          async ([job]) => {
            if (!job) return;
            const { groupId } = job;
            if (groupId && !counts.enter(groupId, groupConcurrency ?? Number.POSITIVE_INFINITY))
              return void (await untilAnswered(() => handBack(boss, name, job), leaving.signal));
            try {
              await runJob(name, job, handler);
            } finally {
              if (groupId) counts.leave(groupId);
              // Look for the next job at once: after a job the loop would otherwise wait for a NOTIFY or the next second.
              boss.notifyWorker(worker);
            }
          },
        );
      };
      for (let started = 0; started < concurrency; started += 1) await workOne();
    },
    async workInTurn(names, preferred, handler, { 'make-display': makeDisplay, ...background } = {}) {
      turnWorkers.push(
        startTurnWorker({
          boss,
          names,
          preferred,
          heartbeatEverySeconds,
          run: (name, job) => runJob(name, job, handler),
          background: backgroundOf(background, runJob),
          ...(makeDisplay && { makeDisplay: (job) => runJob('make-display', job, makeDisplay) }),
          onError,
          leaving: leaving.signal,
        }),
      );
    },
    turnNow: (name) => turnNow(queueSchema, name),
    async failJobs(name, claims, reason) {
      const fenced = claims.map(({ id, retryCount }) => ({ id, retryCount }));
      if (fenced.length > 0) await boss.fail(name, fenced, { message: reason });
    },
    async giveBack(name, claims) {
      for (const claim of claims) await handBack(boss, name, claim);
    },
    async running(name) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select id, retry_count from ${queueSchema}.job where name = $1 and state = 'active'`, [name]);
      return rows.map((row: { id: string; retry_count: number }) => ({ id: row.id, retryCount: row.retry_count }));
    },
    async isOpen(name, singletonKey) {
      return (await openKeys(boss, name, [singletonKey])).size > 0;
    },
    async isDone(name, singletonKey) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select 1 from ${queueSchema}.job where name = $1 and id = $2::uuid and state = 'completed'`, [
          name,
          jobIdOf(name, singletonKey),
        ]);
      return rows.length > 0;
    },
    openKeys: (name, singletonKeys) => openKeys(boss, name, singletonKeys),
    async remembered(name) {
      const { rows } = await boss
        .getDb()
        .executeSql(`select count(*)::int as count from ${queueSchema}.job where name = $1`, [name]);
      return Number(rows[0]?.count ?? 0);
    },
    async ready() {
      if (!(await boss.getQueue('moderate-media'))) throw new Error('the queue has not been set up');
    },
  };
}
