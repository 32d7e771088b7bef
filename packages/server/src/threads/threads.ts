/**
 * A computation on what customers sent, which runs beside the event loop. Input and output are copied from thread to thread.
 * `run` asks `isOver` now and then, and ends with what it has when its time is up. Thread and caller know it by its name.
 */
export type Task<In, Out> = { name: string; run(input: In, isOver: () => boolean): Out };

export type ThreadOptions = {
  /** Whose computation it is: one of each at a time, so that nobody takes all threads. */
  key: string;
  /** Its time, waiting for a thread included, once one is up. */
  budgetMs: number;
};

/** Threads that compute for this process. */
export type Threads = {
  /** @throws ThreadOverdue when its time is over, ThreadFailed when it needed too much memory or threw */
  run<In, Out>(task: Task<In, Out>, input: In, options: ThreadOptions): Promise<Out>;
  /** Has a thread ready before the first task comes: starting one takes a second where the machine is busy. */
  start(): void;
  close(): Promise<void>;
};

/** A computation that did not end in time, or got no thread. The thread it ran in is gone. */
export class ThreadOverdue extends Error {
  override name = 'ThreadOverdue';
}

export class ThreadFailed extends Error {
  override name = 'ThreadFailed';
}
