import { isDatabaseFault, isDeadlock } from '../db/database-fault.ts';
import { isStorageFault } from '../storage/storage-fault.ts';
import type { HandBack } from './hand-back.ts';
import { untilAnswered } from './until-answered.ts';

/** The pause before a job is taken again doubles each time that what failed is still away after one. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A job that is older pays for a fault with a try: something else may be wrong with it. */
const forgivenHours = 24;

export type Forgiveness = {
  /** A run went well: the next fault is the first one again. @returns whether something was away since the last such run */
  reset(): boolean;
  /**
   * Hands a job back whose run failed because the database or the storage did. Waits for the database; meanwhile the job is nobody else's.
   * @returns false when the fault counts as a try
   */
  forgive(
    error: unknown,
    work: { handBack(options: HandBack): Promise<boolean>; alive(): void; leaving: AbortSignal },
  ): Promise<boolean>;
};

/** Whether the fault is one of the engines beneath, or of who came at the same moment: no job pays for it with a try. */
export const isForgivable = (error: unknown): boolean => isDatabaseFault(error) || isDeadlock(error) || isStorageFault(error);

/** What a process does about jobs that fail through no fault of their own. @param now ms of a clock that only runs forward */
export function createForgiveness(now: () => number = () => performance.now()): Forgiveness {
  let pauseMs = 0;
  let pauseEnds = Number.NEGATIVE_INFINITY;
  /** One failover ends every run of a process: together they are one fault, and wait equally long. */
  const pause = (): number => {
    if (pauseMs > 0 && now() < pauseEnds) return pauseMs;
    pauseMs = pauseMs === 0 ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2);
    pauseEnds = now() + pauseMs;
    return pauseMs;
  };
  return {
    reset() {
      const wasAway = pauseMs > 0;
      pauseMs = 0;
      return wasAway;
    },
    async forgive(error, { handBack, alive, leaving }) {
      if (!isForgivable(error)) return false;
      const afterMs = pause();
      try {
        return await untilAnswered(() => handBack({ afterMs, withinHours: forgivenHours }), leaving, alive);
      } catch {
        return false;
      }
    },
  };
}
