import { setTimeout as sleep } from 'node:timers/promises';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type BackgroundRuns, createBackground, type Fetched } from './background-jobs.ts';
import { type FairJob, type Lane, lanesInTurn, lanesOf } from './fair-order.ts';
import { queueSchema } from './install.ts';
import { rowsTouched } from './rows-touched.ts';

/** How often it looks for a job that nothing announced: a retry, or one announced while nobody heard. */
const lookEveryMs = 1_000;

type Job = JobWithMetadata<object>;

/** Somebody waits for each of these. */
const copies = 'make-display';

export type TurnWorkerOptions = {
  boss: PgBoss;
  names: readonly FairJob[];
  /** Its jobs come before those of the others; null = by turn. */
  preferred: FairJob | null;
  heartbeatEverySeconds: number;
  /** @returns whether it completed the job itself @throws when the run is a try that failed */
  run(name: FairJob, job: JobWithMetadata<object>): Promise<boolean>;
  background: BackgroundRuns<Job>;
  /** Of a large copy, where this process makes any. */
  makeDisplay?: (job: Job) => Promise<boolean>;
  onError(error: unknown): void;
  /** Nothing more is to be said of what runs then. */
  leaving: AbortSignal;
};

export type TurnWorker = {
  /** A job of that queue may be there. */
  notify(name: string): void;
  /** Takes no more. Resolves when what runs has ended. */
  stop(): Promise<void>;
};

/**
 * One job at a time, of whichever queue has the one that comes first. The library's own workers hold a queue each: two of them would run
 * a picture beside a video, or hold one that they cannot begin. Claim, heartbeat and end of a job are the library's.
 */
export function startTurnWorker(options: TurnWorkerOptions): TurnWorker {
  const { boss, names, preferred, makeDisplay, onError, leaving } = options;
  const background = createBackground({
    runs: options.background,
    fetch: async (name) => (await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true }))[0],
  });
  const queues = new Set<string>(names.flatMap((name) => lanesOf[name].map((lane) => lane.name)));
  const [only, ...more] = names.flatMap((name) => lanesOf[name]);
  let isStopping = false;
  /** From when on a large copy may be waiting: nothing is asked for each picture. */
  let copiesLookAt = 0;
  let wake = new AbortController();

  async function takeCopy(): Promise<Fetched<Job> | null> {
    if (!makeDisplay || performance.now() < copiesLookAt) return null;
    copiesLookAt = performance.now() + lookEveryMs;
    const [job] = await boss.fetch<object>(copies, { batchSize: 1, includeMetadata: true });
    if (!job) return null;
    // More may wait behind it.
    copiesLookAt = 0;
    return { name: copies, job, run: makeDisplay };
  }

  async function takeInTurn(): Promise<Fetched<Job> | null> {
    const overdue = background.isOverdue() ? await background.take() : null;
    if (overdue) return overdue;
    const lanes: Lane[] = only && more.length === 0 ? [only] : await lanesInTurn(boss.getDb(), queueSchema, names, preferred);
    for (const { name, base: _, ...range } of lanes) {
      const [job] = await boss.fetch<object>(name, { batchSize: 1, includeMetadata: true, ...range });
      if (job) return { name, job, run: (taken) => options.run(name, taken) };
    }
    return null;
  }

  async function take(last: Fetched<Job> | null): Promise<Fetched<Job> | null> {
    const [first, second] = last?.name === copies ? [takeInTurn, takeCopy] : [takeCopy, takeInTurn];
    return (await first()) ?? (await second()) ?? (background.isDue() ? await background.take() : null);
  }

  /** Says that the run lives, until it finds that the claim is gone. */
  function beat({ name, job }: Pick<Fetched<Job>, 'name' | 'job'>, lost: AbortController): NodeJS.Timeout {
    const timer = setInterval(async () => {
      if (leaving.aborted || lost.signal.aborted) return clearInterval(timer);
      try {
        if (rowsTouched(await boss.touch(name, [job])) === 0) lost.abort(new Error(`Job ${job.id} is another run's by now`));
      } catch (error) {
        onError(error);
      }
    }, options.heartbeatEverySeconds * 1_000);
    return timer.unref();
  }

  async function work({ name, job, run }: Fetched<Job>): Promise<void> {
    const { expireInSeconds } = job;
    const lost = new AbortController();
    const beating = beat({ name, job }, lost);
    const late = new AbortController();
    const tooLate = sleep(expireInSeconds * 1_000, undefined, { signal: late.signal, ref: false }).then(
      () => {
        const error = new Error(`The run took longer than ${expireInSeconds} s`);
        lost.abort(error);
        throw error;
      },
      () => undefined,
    );
    try {
      const isCompleted = await Promise.race([run({ ...job, signal: lost.signal }), tooLate]);
      if (!isCompleted) await boss.complete(name, [job]);
    } catch (error) {
      await boss.fail(name, [job], error instanceof Error ? error : new Error(String(error)));
    } finally {
      late.abort();
      clearInterval(beating);
    }
  }

  async function loop(): Promise<void> {
    let last: Fetched<Job> | null = null;
    while (!isStopping) {
      wake = new AbortController();
      try {
        last = await take(last);
        if (last) {
          await work(last);
          continue;
        }
      } catch (error) {
        onError(error);
      }
      if (!isStopping) await sleep(lookEveryMs, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  }

  const ended = loop();
  return {
    notify(name) {
      const isCopy = name === copies && makeDisplay !== undefined;
      if (isCopy) copiesLookAt = 0;
      if (isCopy || queues.has(name) || background.notify(name)) wake.abort();
    },
    async stop() {
      isStopping = true;
      wake.abort();
      await ended;
    },
  };
}
