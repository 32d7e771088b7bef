import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Forgiveness } from './forgive-faults.ts';
import { type HandBack, handBack, takeUp } from './hand-back.ts';
import { queueSchema } from './install.ts';
import { jobContext } from './job-context.ts';
import { type JobName, type JobPayload, jobDefinition, parsePayload } from './jobs.ts';
import type { ClaimedRun, JobEvent } from './queue.ts';
import { rowsTouched } from './rows-touched.ts';
import type { RunSettling } from './settle-runs.ts';
import { transactionOf } from './transaction-of.ts';
import type { UnderWay } from './under-way.ts';
import { untilAnswered } from './until-answered.ts';

/** A job that this process has taken. `signal` aborts when the run has taken too long, or its claim is gone. */
type Taken = Pick<JobWithMetadata<unknown>, 'id' | 'name' | 'data' | 'retryCount' | 'retryLimit' | 'signal'>;

export type RunnerParts = {
  boss: PgBoss;
  forgiveness: Forgiveness;
  settling: RunSettling;
  underWay: UnderWay;
  /** Aborts when the process is asked to stop. */
  stopping: AbortSignal;
  /** Aborts when it has no more time. */
  leaving: AbortSignal;
  report(error: unknown, where: string): void;
  onJob: ((event: JobEvent) => void) | undefined;
};

/** The number of a job's first taking: the library counts those after it. */
const firstRun = 0;

type Handler<N extends JobName> = (payload: JobPayload<N>, run: ClaimedRun) => Promise<void>;

/**
 * @returns whether the run completed the job itself
 * @throws what the handler threw, when that is a try of the job: whoever took the job then fails the run, and else completes it
 */
export type Runner = <N extends JobName>(name: N, job: Taken, handler: Handler<N>) => Promise<boolean>;

/** What is the same for every run of a job in a process, whichever loop has taken it. */
export function createRunner(parts: RunnerParts): Runner {
  const { boss, forgiveness, settling, stopping, leaving, underWay, report, onJob } = parts;
  return async (name, job, handler) => {
    const giveBack = (how?: HandBack) => handBack(boss, name, job, how);
    const tell = (state: JobEvent['state']) => onJob?.({ name, id: job.id, retryCount: job.retryCount, state });
    tell('started');
    let isHandedOver = false;
    let isCompleted = false;
    const leave = underWay.enter(() => {
      isHandedOver = true;
      return giveBack();
    });
    const triesLeft = job.retryLimit - job.retryCount;
    const attempt = Math.max(1, jobDefinition(name).retryLimit - triesLeft + 1);
    const within = jobContext(job, attempt);
    const run: ClaimedRun = {
      id: job.id,
      attempt,
      get isLast() {
        return triesLeft <= 0 && !isHandedOver;
      },
      signal: job.signal,
      stopping,
      alive: () => tell('alive'),
      isFirst: job.retryCount === firstRun,
      async holds(tx) {
        const { rows } = await (await transactionOf(tx)).executeSql(
          `select 1 from ${queueSchema}.job where name = $1 and id = $2 and state = 'active' and retry_count = $3 for share`,
          [name, job.id, job.retryCount],
        );
        return rows.length > 0;
      },
      async complete(tx) {
        const claim = { id: job.id, retryCount: job.retryCount };
        return rowsTouched(await boss.complete(name, [claim], null, { db: await transactionOf(tx) })) > 0;
      },
      committed() {
        isCompleted = true;
      },
    };
    try {
      await within(() => handler(parsePayload(name, job.data), run));
      if (!isCompleted) settling.didWell(job);
      // Others of the kind may wait a minute for what has just answered.
      if (forgiveness.reset()) await takeUp(boss, name).catch((error: unknown) => report(error, 'queue'));
      return isCompleted;
    } catch (error) {
      if (stopping.aborted && error === stopping.reason) {
        await untilAnswered(() => giveBack(), leaving);
        return false;
      }
      within(() => report(error, name));
      if (await forgiveness.forgive(error, { handBack: giveBack, alive: () => tell('alive'), leaving })) return false;
      throw error;
    } finally {
      leave();
      tell('ended');
    }
  };
}
