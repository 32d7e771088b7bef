import { Gauge, Registry } from 'prom-client';
import { machineRoles } from '../config-roles.ts';
import type { ClusterFacts } from './read-cluster-facts.ts';

/** However many ask, and whether or not it answers, the database is asked once in so long. */
const everyMs = 10_000;

/** The facts as text in Prometheus' format. */
function describeFacts(facts: ClusterFacts): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `clearframe_${name}`, help, labelNames, registers: [registry] });

  const jobs = gauge('queue_jobs', 'Jobs that are due, not due yet, or under way.', ['queue', 'state']);
  const oldest = gauge('queue_oldest_seconds', 'For how long the oldest due job of a queue has been due.', ['queue']);
  for (const { queue, ready, deferred, active, oldestSeconds } of facts.queues) {
    jobs.set({ queue, state: 'ready' }, ready);
    jobs.set({ queue, state: 'deferred' }, deferred);
    jobs.set({ queue, state: 'active' }, active);
    oldest.set({ queue }, oldestSeconds);
  }
  const work = gauge('queue_work_seconds', 'Time that one process would take for the files that wait or are analysed now.', [
    'queue',
  ]);
  for (const { queue, seconds } of facts.work) work.set({ queue }, seconds);
  gauge('review_waiting', 'Items that wait for a person, counted to 100,000.').set(facts.reviewWaiting);
  gauge('objects_to_remove', 'Files that no row needs any more and that are due to go, counted to 100,000.').set(
    facts.objectsToRemove,
  );
  const processes = gauge('processes', 'Processes that work on the database, each counted in every role that it has.', [
    'role',
    'version',
  ]);
  // A role that nobody has is told too: an alert cannot compare with what is not there.
  for (const role of machineRoles) if (!facts.processes.some((one) => one.role === role)) processes.set({ role, version: '' }, 0);
  for (const { role, version, count } of facts.processes) processes.set({ role, version }, count);
  gauge('settings_differ', 'Processes that started with other settings than the installation has by now.').set(
    facts.otherSettings,
  );
  if (facts.backupAgeSeconds !== null)
    gauge('backup_age_seconds', 'Age of the last whole backup; missing without backups.').set(facts.backupAgeSeconds);
  gauge('database_size_bytes', 'Size of the database.').set(facts.databaseBytes);
  const { ahead, isRunningMade, defaultRows } = facts.parts;
  gauge('months_ahead', 'Future months that every monthly table has a partition for.').set(ahead);
  gauge('running_month_has_parts', '1 if every monthly table has a partition for the current month, else 0.').set(
    Number(isRunningMade),
  );
  const inDefault = gauge('default_part_rows', 'Rows outside every month, as PostgreSQL last counted them.', ['table']);
  for (const { table, rows } of defaultRows) inDefault.set({ table }, rows);
  const lag = gauge('database_standby_lag_seconds', 'How far a standby is behind, where our role may see it.', ['standby']);
  for (const { standby, lagSeconds } of facts.standbys) lag.set({ standby }, lagSeconds);
  return registry.metrics();
}

/**
 * What is true of the whole installation, for a scraper: read when somebody asks, at most once in ten seconds.
 * @param now milliseconds of a clock that only runs forward
 */
export function createClusterMetrics(
  read: () => Promise<ClusterFacts>,
  now: () => number = () => performance.now(),
): () => Promise<string> {
  let last: { at: number; text: Promise<string> } | null = null;
  let isReading = false;
  return () => {
    // A database that is slow is not asked a second time meanwhile: each look holds one of the connections that requests need.
    if (last && (isReading || now() - last.at < everyMs)) return last.text;
    isReading = true;
    const text = read()
      .then(describeFacts)
      .finally(() => {
        isReading = false;
      });
    last = { at: now(), text };
    return text;
  };
}
