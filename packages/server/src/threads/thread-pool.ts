import { Worker } from 'node:worker_threads';
import type { Asked, Said } from './serve-tasks.ts';
import { type Task, ThreadFailed, type ThreadOptions, ThreadOverdue, type Threads } from './threads.ts';

export type PoolOptions = {
  /** The file that a thread runs; it calls `serveTasks`. */
  file: URL;
  size: number;
  /** Memory of a thread for what lives long; beyond it the thread ends, and the process does not. */
  heapMb: number;
};

/** How much longer than its time a task may take to notice that it is over, before its thread is ended. */
const GRACE_MS = 200;
/** Threads that have nothing to do for so long are ended, but for the last. */
const IDLE_MS = 60_000;
/** A thread may take so long to start, while the machine is busy. It counts for no task's time: once one is up, it stays. */
const START_MS = 15_000;

type Job = Asked & {
  key: string /** null = its time has not begun: no thread is up yet. */;
  until: number | null;
  timer: NodeJS.Timeout;
  settle(said: Said | Error): void;
};
/** The thread ran this very task, and copying changes no types. */
const isOutput = <In, Out>(_task: Task<In, Out>, output: unknown): output is Out => output !== undefined;

type Thread = { worker: Worker; isReady: boolean; job: Job | null; idle: NodeJS.Timeout | null };

/** A few threads that are started when they are first needed. */
export function createThreadPool({ file, size, heapMb }: PoolOptions): Threads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];

  const end = (thread: Thread) => {
    threads.delete(thread);
    if (thread.idle) clearTimeout(thread.idle);
    return thread.worker.terminate();
  };

  /** Gives a thread's job its answer, and the thread the next. */
  const settle = (thread: Thread, said: Said | Error) => {
    const { job } = thread;
    thread.job = null;
    job?.settle(said);
    next();
  };

  function start(): void {
    const worker = new Worker(file, {
      // Nothing of the environment: what computes on hostile input needs no secret.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    });
    worker.unref();
    const thread: Thread = { worker, isReady: false, job: null, idle: null };
    threads.add(thread);
    const fail = (error: Error) => {
      if (!threads.delete(thread)) return;
      // One that never came up: whoever waits is told, instead of starting more of them.
      const wanted = thread.isReady ? [] : waiting.splice(0);
      for (const job of wanted) job.settle(error);
      settle(thread, error);
    };
    worker.on('error', (error) => fail(new ThreadFailed(error instanceof Error ? error.message : String(error))));
    worker.on('exit', () => fail(new ThreadFailed('The thread ended')));
    worker.on('message', (said: Said) => {
      if (said.kind !== 'ready') return settle(thread, said);
      thread.isReady = true;
      for (const job of waiting) begin(job);
      next();
    });
  }

  /** Hands out what waits, in its order, to threads that are free. */
  function next(): void {
    for (const thread of threads) {
      if (!thread.isReady || thread.job) continue;
      const busy = new Set([...threads].map(({ job }) => job?.key));
      const place = waiting.findIndex(({ key }) => !busy.has(key));
      const [job] = place === -1 ? [] : waiting.splice(place, 1);
      if (thread.idle) clearTimeout(thread.idle);
      thread.idle = job ? null : setTimeout(() => threads.size > 1 && void end(thread), IDLE_MS).unref();
      if (!job) continue;
      thread.job = job;
      thread.worker.postMessage({
        name: job.name,
        input: job.input,
        budgetMs: (job.until ?? 0) - performance.now(),
      } satisfies Asked);
    }
    const starting = [...threads].filter(({ isReady }) => !isReady).length;
    if (waiting.length > starting && threads.size < size) start();
  }

  /** From now on its time counts. */
  function begin(job: Job): void {
    if (job.until !== null) return;
    clearTimeout(job.timer);
    job.until = performance.now() + job.budgetMs;
    job.timer = setTimeout(() => overdue(job), job.budgetMs + GRACE_MS);
  }

  /** Its time is over: it waits no longer, and a thread that still computes it is ended. */
  function overdue(job: Job): void {
    const place = waiting.indexOf(job);
    if (place !== -1) waiting.splice(place, 1);
    for (const thread of threads) {
      if (thread.job !== job) continue;
      thread.job = null;
      void end(thread);
    }
    job.settle(new ThreadOverdue(`${job.name} took longer than it may`));
    next();
  }

  return {
    start() {
      if (threads.size === 0) start();
    },
    async run<In, Out>(task: Task<In, Out>, input: In, { key, budgetMs }: ThreadOptions): Promise<Out> {
      return await new Promise((resolve, reject) => {
        const job: Job = {
          name: task.name,
          input,
          budgetMs,
          key,
          until: null,
          timer: setTimeout(() => overdue(job), START_MS),
          settle(said) {
            clearTimeout(job.timer);
            if (said instanceof Error) reject(said);
            else if (said.kind === 'failed') reject(new ThreadFailed(said.message));
            else if (said.kind === 'done' && isOutput(task, said.output)) resolve(said.output);
          },
        };
        if ([...threads].some(({ isReady }) => isReady)) begin(job);
        waiting.push(job);
        next();
      });
    },
    async close() {
      for (const job of waiting.splice(0)) job.settle(new ThreadFailed('The server is stopping'));
      await Promise.all(
        [...threads].map(async (thread) => {
          thread.job?.settle(new ThreadFailed('The server is stopping'));
          thread.job = null;
          await end(thread);
        }),
      );
    },
  };
}
