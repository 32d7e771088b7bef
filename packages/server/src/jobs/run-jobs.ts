import type { Context } from '../context.ts';
import { type JobName, type JobPayload, jobNames } from '../queue/jobs.ts';
import type { JobRun } from '../queue/queue.ts';

/** Which process runs a job: `api` beside the HTTP server (light work), `analysis` in a process of its own. */
export type ProcessKind = 'api' | 'analysis';

export type JobHandler<N extends JobName> = {
  kind: ProcessKind;
  /** Jobs of this name at the same time in one process. */
  concurrency: number;
  /** Jobs of one group at the same time, over all processes. */
  groupConcurrency?: number;
  /** A long job waits while its group has so many running. */
  longGroupConcurrency?: number;
  /** Takes no long jobs. */
  quickOnly?: boolean;
  /** So many more at the same time, which takes no long jobs. */
  quickConcurrency?: number;
  run(context: Context, payload: JobPayload<N>, run: JobRun): Promise<void>;
};

/** Every name has exactly one handler: the type asks for it, {@link checkJobTable} at the start too. */
export type JobTable = { [N in JobName]: JobHandler<N> };

/** @throws when a name that can be asked for has no handler, or a handler has a name that nobody can ask for */
export function checkJobTable(table: Partial<Record<string, unknown>>): void {
  const names: readonly string[] = jobNames;
  const missing = names.filter((name) => !table[name]);
  const unknown = Object.keys(table).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`These jobs have no handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`These handlers have no job: ${unknown.join(', ')}`);
}

async function runOne<N extends JobName>(context: Context, table: JobTable, kind: ProcessKind, name: N): Promise<void> {
  const handler: JobHandler<N> = table[name];
  if (handler.kind !== kind) return;
  const { concurrency, groupConcurrency, longGroupConcurrency, quickOnly = false, quickConcurrency = 0 } = handler;
  const groups = {
    ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
    ...(longGroupConcurrency === undefined ? {} : { longGroupConcurrency }),
  };
  const run = (payload: JobPayload<N>, one: JobRun) => handler.run(context, payload, one);
  await context.queue.work(name, { concurrency, quickOnly, ...groups }, run);
  if (quickConcurrency > 0) await context.queue.work(name, { concurrency: quickConcurrency, quickOnly: true, ...groups }, run);
}

/** Starts working on every job of this kind of process. The queue is started already. */
export async function runJobs(context: Context, table: JobTable, kind: ProcessKind): Promise<void> {
  checkJobTable(table);
  for (const name of jobNames) await runOne(context, table, kind, name);
}
