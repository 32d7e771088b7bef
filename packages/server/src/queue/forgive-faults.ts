import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseFault } from '../db/database-fault.ts';
import type { HandBack } from './hand-back.ts';

/** The pause before a job is taken again doubles with each fault of the database in a row. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A job that is older pays for a fault with a try: something else may be wrong with it. */
const forgivenHours = 24;
/** How often it is tried to say so, while the database is away. */
const againMs = 500;

export type Forgiveness = {
  /** A run went well: the next fault is the first one again. */
  reset(): void;
  /**
   * Hands a job back whose run failed because the database did. Waits for the database; meanwhile the job is nobody else's.
   * @returns false when the fault counts as a try
   */
  forgive(
    error: unknown,
    work: { handBack(options: HandBack): Promise<boolean>; alive(): void; stopping: AbortSignal },
  ): Promise<boolean>;
};

/** What a process does about jobs that fail through no fault of their own. */
export function createForgiveness(): Forgiveness {
  let faults = 0;
  return {
    reset() {
      faults = 0;
    },
    async forgive(error, { handBack, alive, stopping }) {
      if (!isDatabaseFault(error)) return false;
      const afterMs = Math.min(longestPauseMs, firstPauseMs * 2 ** faults);
      faults = Math.min(faults + 1, 10);
      for (;;) {
        try {
          return await handBack({ afterMs, withinHours: forgivenHours });
        } catch (refused) {
          if (stopping.aborted || !isDatabaseFault(refused)) return false;
          alive();
          await sleep(againMs, undefined, { signal: stopping }).catch(() => undefined);
        }
      }
    },
  };
}
