import { useLayoutEffect, useRef } from 'react';

export type Step = 'next' | 'previous';

/**
 * Keys that lead to an item that has to be asked for. The last key counts, and the key of the other way takes a waiting one back, as if
 * the page had gone on meanwhile. @param id of the item that is shown; another one ends what waits, unless it was asked from there
 */
export function useSteps(id: string) {
  const waiting = useRef<{ way: Step; from: string } | null>(null);
  useLayoutEffect(() => {
    if (waiting.current?.from !== id) waiting.current = null;
  }, [id]);
  useLayoutEffect(
    () => () => {
      waiting.current = null;
    },
    [],
  );
  return {
    cancel: () => {
      waiting.current = null;
    },
    /** @param from the item that it is a step from @returns undefined where another key came, or without an answer: the page stays */
    async wait<T>(way: Step, from: string, ask: () => Promise<T>): Promise<T | undefined> {
      const begun = { way, from };
      const isBack = waiting.current?.from === from && waiting.current.way !== way;
      waiting.current = isBack ? null : begun;
      if (isBack) return undefined;
      const found = await ask().catch(() => undefined);
      if (waiting.current !== begun) return undefined;
      waiting.current = null;
      return found;
    },
  };
}
