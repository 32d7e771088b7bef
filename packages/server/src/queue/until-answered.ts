import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseFault } from '../db/database-fault.ts';

/** How often it is tried, while the database is away. */
const againMs = 500;

/**
 * Says something to the database until that answers. It may be said twice, and must bear that.
 * @throws what is no fault of the database; its faults too once nobody has time for that any more
 */
export async function untilAnswered<T>(say: () => Promise<T>, enough: AbortSignal, alive = (): void => undefined): Promise<T> {
  for (;;) {
    try {
      return await say();
    } catch (error) {
      if (enough.aborted || !isDatabaseFault(error)) throw error;
      alive();
      await sleep(againMs, undefined, { signal: enough }).catch(() => undefined);
    }
  }
}
