import type { MachineRole } from '../config-roles.ts';
import type { Context } from '../context.ts';
import type { BackgroundJob, FairJob } from '../queue/fair-order.ts';
import { type JobName, type JobPayload, jobNames } from '../queue/jobs.ts';
import type { ClaimedRun, JobRun } from '../queue/queue.ts';

/** A light job, of a process that does `jobs`. */
export type JobHandler<N extends JobName> = {
  role: 'jobs';
  /** Jobs of this name at the same time in one process. */
  concurrency: number;
  /** Jobs of one group at the same time, over all processes. */
  groupConcurrency?: number;
  run(context: Context, payload: JobPayload<N>, run: JobRun): Promise<void>;
};

/** An analysis, of a process of its own that takes one at a time, whatever its roles. */
export type AnalysisHandler = {
  role: 'pictures' | 'videos';
  run(context: Context, payload: JobPayload<FairJob>, run: ClaimedRun): Promise<void>;
};

/** The same for what waits until nothing else does. */
export type BackgroundHandler<N extends BackgroundJob> = {
  role: 'pictures' | 'videos';
  run(context: Context, payload: JobPayload<N>, run: ClaimedRun): Promise<void>;
};

/** The large copy of a picture, made where pictures are decoded. */
export type CopyHandler = {
  role: 'pictures';
  run(context: Context, payload: JobPayload<'make-display'>, run: JobRun): Promise<void>;
};

type LightJob = Exclude<JobName, FairJob | BackgroundJob | 'make-display'>;

/** Every name has exactly one handler: the type asks for it, {@link checkJobTable} at the start too. */
export type JobTable = { [N in LightJob]: JobHandler<N> } & Record<FairJob, AnalysisHandler> &
  Record<'make-display', CopyHandler> & {
    [N in BackgroundJob]: BackgroundHandler<N>;
  };

/** What a process takes. `picturesFirst`: videos wait while pictures are due. */
export type JobWorker = { roles: readonly MachineRole[]; picturesFirst?: boolean };

/** @throws when a name that can be asked for has no handler, or a handler has a name that nobody can ask for */
export function checkJobTable(table: Partial<Record<string, unknown>>): void {
  const names: readonly string[] = jobNames;
  const missing = names.filter((name) => !table[name]);
  const unknown = Object.keys(table).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`These jobs have no handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`These handlers have no job: ${unknown.join(', ')}`);
}

const analyses: readonly FairJob[] = ['moderate-media', 'moderate-video'];
const heavy: readonly JobName[] = [...analyses, 'read-writing', 'read-video', 'make-display'];
const isLight = (name: JobName): name is LightJob => !heavy.includes(name);

async function runLight<N extends LightJob>(context: Context, handler: JobHandler<N>, name: N): Promise<void> {
  const { concurrency, groupConcurrency } = handler;
  const limits = { concurrency, ...(groupConcurrency === undefined ? {} : { groupConcurrency }) };
  await context.queue.work(name, limits, (payload, run) => handler.run(context, payload, run));
}

/** Starts working on every job of what this process does. The queue is started already. */
export async function runJobs(context: Context, table: JobTable, { roles, picturesFirst = false }: JobWorker): Promise<void> {
  checkJobTable(table);
  if (roles.includes('jobs')) for (const name of jobNames) if (isLight(name)) await runLight(context, table[name], name);
  const own = analyses.filter((name) => roles.includes(table[name].role));
  if (own.length === 0) return;
  const { 'make-display': copies, 'moderate-media': moderating, 'read-writing': writing, 'read-video': video } = table;
  await context.queue.workInTurn(
    own,
    picturesFirst ? 'moderate-media' : null,
    (payload, run) => moderating.run(context, payload, run),
    {
      ...(roles.includes(copies.role) ? { 'make-display': (payload, run) => copies.run(context, payload, run) } : {}),
      ...(roles.includes(writing.role) ? { 'read-writing': (payload, run) => writing.run(context, payload, run) } : {}),
      ...(roles.includes(video.role) ? { 'read-video': (payload, run) => video.run(context, payload, run) } : {}),
    },
  );
}
