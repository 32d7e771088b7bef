import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { keys } from '../../../shared/api/keys.ts';
import { readAgain } from './read-again.ts';

/** Numbers that run are read by nobody, and each asks the server. */
export const COUNTS_EACH_MS = 5_000;

/**
 * Reads what changed again. Counts of items follow at most once in five seconds: with the first news, and at the end for all later.
 * @param after returns the function that cancels
 */
export function createPacedReading(queries: QueryClient, after: (delayMs: number, task: () => void) => () => void) {
  let cancel: (() => void) | null = null;
  let isAsked = false;
  const count = () => {
    isAsked = false;
    readAgain(queries, keys.media.allCounts);
    cancel = after(COUNTS_EACH_MS, () => {
      cancel = null;
      if (isAsked) count();
    });
  };
  return {
    read: (key: QueryKey): void => {
      readAgain(queries, key, { but: keys.media.allCounts[1] });
      if (key[0] !== keys.media.all[0] || key[1]) return;
      if (cancel) isAsked = true;
      else count();
    },
    end: (): void => cancel?.(),
  };
}
