import type { Tx } from '../db/client.ts';
import type { BackgroundJob, FairJob } from './fair-order.ts';
import type { Origin } from './job-context.ts';
import type { JobName, JobPayload } from './jobs.ts';

type AddOptions = {
  /** The caller's transaction: the job exists exactly when it commits. */
  tx?: Tx;
  startAfterMs?: number;
  /** The same job with the same key is added once, for as long as it is remembered (an hour or a day after it ended). */
  singletonKey?: string;
  /** Jobs of one group share `groupConcurrency`. */
  group?: string;
  /** Longer than the job's definition allows a run, for one that is known to take long. At most a day. */
  expireSeconds?: number;
  /** A video for the version before this one, whose workers that are kept for quick jobs leave it alone. */
  isLong?: boolean;
  /** Its place in the queue, in seconds from {@link Queue.turnNow}: lower ones are taken first, equal ones by age. Default 0. */
  turn?: number;
};

/** One of several jobs that are added together. */
type NewJob<N extends JobName> = Required<Pick<AddOptions, 'singletonKey' | 'turn'>> & {
  payload: JobPayload<N>;
  /** The request that brings it about. */
  origin: Origin;
};

/**
 * One taking of a job. Each taking raises the job's number, so that what an earlier run still says changes nothing.
 */
export type Claim = { id: string; retryCount: number };

/** What a handler may know of its run. */
export type JobRun = {
  id: string;
  /** 1 = first try. A run that was handed back is none. */
  attempt: number;
  /** No retry follows. To be read when it matters: a run that is handed over is the last one no more. */
  readonly isLast: boolean;
  /** Aborts when the run has taken too long or the process stops. */
  signal: AbortSignal;
  /**
   * Aborts as soon as the process is asked to stop. A run that takes longer than a stopping process has may end with its reason:
   * the job is then handed back at once, and the run does not count as a try.
   */
  stopping: AbortSignal;
  /** Says that a long run gets on, so that the supervisor does not take it for a hang. */
  alive(): void;
};

/** A run that can say in a transaction whether its job is still its own. */
export type ClaimedRun = JobRun & {
  /** Whether the job is still this run's. It stays so until the transaction ends. */
  holds(tx: Tx): Promise<boolean>;
  /** The first time that anybody took the job: no other run has stored anything for it. */
  isFirst: boolean;
  /** Completes the job when the transaction commits. @returns false when it is no longer this run's: then nothing of it may stand */
  complete(tx: Tx): Promise<boolean>;
  /** Says that the transaction was committed in which the job was completed: it is not completed again. */
  committed(): void;
};

type WorkOptions = {
  concurrency?: number;
  /** Jobs of one group at the same time, over all processes. */
  groupConcurrency?: number;
};

/** Jobs for idle moments, and those that come first, each with its handler. */
export type WorkBeside = { [N in BackgroundJob | 'make-display']?: (payload: JobPayload<N>, run: ClaimedRun) => Promise<void> };

/** Tells the supervisor what a process is busy with, so that it can fail it at once when the process dies or hangs. */
export type JobEvent = Claim & { name: JobName; state: 'started' | 'alive' | 'ended' };

/** What can be asked; it knows no handler. */
export type Queue = {
  start(): Promise<void>;
  /** Takes no more jobs and waits up to 45 s for those that run. What still runs then is handed over, and is no try of its job. */
  stop(): Promise<void>;
  /** @returns the job's id, or null when one with this singletonKey is there */
  add<N extends JobName>(name: N, payload: JobPayload<N>, options?: AddOptions): Promise<string | null>;
  /** {@link Queue.add} for several, by one statement of the caller's transaction. @returns how many were not there */
  addMany<N extends JobName>(name: N, jobs: readonly NewJob<N>[], tx: Tx): Promise<number>;
  /**
   * A handler that throws is tried again as the job's definition says. Where the database failed, the job is handed back instead, after
   * a pause of 1 to 60 s, and the run does not count as a try.
   */
  work<N extends JobName>(
    name: N,
    options: WorkOptions,
    handler: (payload: JobPayload<N>, run: ClaimedRun) => Promise<void>,
  ): Promise<void>;
  /**
   * Works on several kinds of jobs, one at a time: on the one whose turn comes first. Otherwise like {@link Queue.work}.
   * @param preferred its jobs come before the others'; null = by turn
   * @param beside large copies, which somebody waits for: they come first, but never two of them while others wait. And what is done when
   * none of these wait, and now and then by a process that is never idle
   */
  workInTurn(
    names: readonly FairJob[],
    preferred: FairJob | null,
    handler: (payload: JobPayload<FairJob>, run: ClaimedRun) => Promise<void>,
    beside?: WorkBeside,
  ): Promise<void>;
  /** The turn that is on now (`queue/fair-order.ts`), as an expression of SQL for a caller's statement: a job that gets it comes next. */
  turnNow(name: FairJob | 'make-display'): string;
  /**
   * Fails runs whose process is gone: each is retried, or goes to its dead letter. A job that waits by now, or that another process
   * runs, is left alone.
   */
  failJobs(name: JobName, claims: readonly Claim[], reason: string): Promise<void>;
  /** Puts runs back whose process was ended through no fault of theirs: none counts as a try. Others are left alone, as above. */
  giveBack(name: JobName, claims: readonly Claim[]): Promise<void>;
  /** The jobs that count as running. */
  running(name: JobName): Promise<Claim[]>;
  /** Whether the job that was added with this singletonKey waits, runs or will be tried again. */
  isOpen(name: JobName, singletonKey: string): Promise<boolean>;
  /** Those of the singletonKeys whose job waits, runs or will be tried again. One look for all of them. */
  openKeys(name: JobName, singletonKeys: readonly string[]): Promise<Set<string>>;
  /** Whether the job that was added with this singletonKey is done and not yet forgotten. */
  isDone(name: JobName, singletonKey: string): Promise<boolean>;
  /** How many of these were added and not yet forgotten, in every process: `rememberedSeconds` of their definition. */
  remembered(name: JobName): Promise<number>;
  /** @throws when jobs cannot be added now */
  ready(): Promise<void>;
};
