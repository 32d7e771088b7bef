import { AppError } from '@clearframe/contract';

export type ConcurrencyLimit = {
  /** Runs the work when its turn comes, first come, first served. @throws AppError busy when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** @throws AppError busy when {@link ConcurrencyLimit.run} would refuse now */
  requireRoom(): void;
};

/**
 * So much work at once, and a line of so many behind it. What is over it is refused at once: a line without an end would answer
 * everybody too late, and grow for as long as a flood lasts.
 * @param turnMs about how long one piece takes, for the time that a refused caller is told to wait
 */
export function createConcurrencyLimit({
  atOnce,
  waitingMax,
  turnMs,
}: {
  atOnce: number;
  waitingMax: number;
  turnMs: number;
}): ConcurrencyLimit {
  let running = 0;
  const waiting: (() => void)[] = [];
  const requireRoom = (): void => {
    if (running < atOnce || waiting.length < waitingMax) return;
    throw new AppError('busy', { detail: `${waiting.length} wait`, retryAfterMs: (waiting.length * turnMs) / atOnce });
  };
  return {
    requireRoom,
    async run(work) {
      requireRoom();
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The place goes straight to the next in line, so that no newcomer can slip in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
