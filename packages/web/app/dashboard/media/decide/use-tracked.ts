import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../../shared/api/keys.ts';
import { decisionsUnderWay } from '../../shell/live/decisions-under-way.ts';
import { readAgain } from '../../shell/live/read-again.ts';

/** An answer that takes longer may never come. What was decided stands by itself until then, and other news are not waited with. */
export const SLOW_MS = 15_000;

/** What a decision changes: the items, figures of who made them, what is known again, and how often people agreed. */
const changed = [keys.media.all, keys.authors.figures, keys.knownPictures.all, keys.quality.all];

/** Runs decisions and undos. What the server has is read once nothing is on its way: in between it would show the past for a moment. */
export function useTracked() {
  const queries = useQueryClient();
  return useCallback(
    async <T>(task: () => Promise<T>): Promise<T> => {
      decisionsUnderWay.begin();
      let isCounted = true;
      const leave = () => {
        const isLast = isCounted ? decisionsUnderWay.end() : !decisionsUnderWay.any();
        isCounted = false;
        if (isLast) for (const queryKey of changed) readAgain(queries, queryKey, { breaksOff: true });
      };
      const timer = setTimeout(leave, SLOW_MS);
      try {
        await queries.cancelQueries({ queryKey: keys.media.all });
        return await task();
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
    [queries],
  );
}
