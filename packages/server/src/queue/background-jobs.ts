import type { BackgroundJob } from './fair-order.ts';

/** How often jobs for idle moments are looked for that nothing announced. */
const lookForBackgroundMs = 5_000;
/** A process that is never idle takes one of those all the same. They take half a second, videos apart. */
const backgroundEveryMs = 30_000;
/** After one that took long, others come first for so many times as long: a video may take an hour. */
const restTimes = 19;

/** How jobs for idle moments are run: each says whether the run completed the job itself. */
export type BackgroundRuns<J> = { [N in BackgroundJob]?: (job: J) => Promise<boolean> };

/** A job that was taken, and what does it. */
export type Fetched<J> = { name: string; job: J; run: (job: J) => Promise<boolean> };

/**
 * When jobs for idle moments are looked for: where no other job waits, and now and then although one does.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export function createBackground<J>(
  { fetch, runs }: { fetch: (name: string) => Promise<J | undefined>; runs: BackgroundRuns<J> },
  nowMs: () => number = () => performance.now(),
) {
  const known = Object.entries(runs);
  let isAnnounced = true;
  let lookedAt = nowMs();
  let overdueAt = lookedAt + backgroundEveryMs;
  /** Counts the time of others from the job's end. */
  const timed =
    (run: (job: J) => Promise<boolean>) =>
    async (job: J): Promise<boolean> => {
      const begunAt = nowMs();
      try {
        return await run(job);
      } finally {
        overdueAt = nowMs() + Math.max(backgroundEveryMs, restTimes * (nowMs() - begunAt));
      }
    };
  return {
    /** @returns whether this process does such a job */
    notify(name: string): boolean {
      const isOurs = known.some(([one]) => one === name);
      isAnnounced ||= isOurs;
      return isOurs;
    },
    isDue: () => known.length > 0 && (isAnnounced || nowMs() - lookedAt >= lookForBackgroundMs),
    isOverdue: () => known.length > 0 && nowMs() >= overdueAt,
    async take(): Promise<Fetched<J> | null> {
      lookedAt = nowMs();
      overdueAt = lookedAt + backgroundEveryMs;
      isAnnounced = false;
      for (const [name, run] of known) {
        const job = await fetch(name);
        if (job === undefined) continue;
        // More may wait behind it.
        isAnnounced = true;
        return { name, job, run: timed(run) };
      }
      return null;
    },
  };
}
