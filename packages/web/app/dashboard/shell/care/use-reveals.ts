import { exposureEndpoints, limits } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import type { Reveals } from '../../../shared/media/reveals-context.ts';
import { CountedGate } from './counted-gate.tsx';

/** Pictures that come onto the screen together are counted in one call. */
const GATHER_MS = 50;

const today = () => new Date().toISOString().slice(0, 10);

type Waiting = { id: string; answer: (may: boolean) => void };

/**
 * Counts reveals with the server, which knows those of other windows too. A call that fails reveals nothing: it may be the one that passes
 * a limit. Then figures and items are read anew, and during a break items come without addresses.
 */
export function useReveals({ isGrey, isSmall, isMuted }: Pick<Reveals, 'isGrey' | 'isSmall' | 'isMuted'>) {
  const queries = useQueryClient();
  const [hasFailed, setFailed] = useState(false);
  const [revealedAt, setRevealedAt] = useState<readonly number[]>([]);
  const waiting = useRef<Waiting[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const counting = useMemo(() => {
    /** Id → the day of UTC on which it was counted. */
    const counted = new Map<string, string>();
    const count = async (ids: string[]): Promise<boolean> => {
      setFailed(false);
      try {
        const { exposure } = await call(exposureEndpoints.countReveals, { body: { media_ids: ids } });
        const day = today();
        const at = performance.now();
        const more = ids.filter((id) => counted.get(id) !== day).map(() => at);
        for (const id of ids) counted.set(id, day);
        if (more.length > 0) setRevealedAt((times) => [...times, ...more].slice(-51));
        queries.setQueryData(keys.exposure.own, exposure);
        return true;
      } catch (error) {
        if (!(error instanceof ClearframeError && error.code === 'break_needed')) setFailed(true);
        void queries.invalidateQueries({ queryKey: keys.exposure.own });
        void queries.invalidateQueries({ queryKey: keys.media.all });
        return false;
      }
    };
    const flush = async () => {
      const together = waiting.current.splice(0, limits.revealsMax);
      if (waiting.current.length > 0) timer.current = setTimeout(() => void flush());
      const may = await count(together.map(({ id }) => id));
      for (const { answer } of together) answer(may);
    };
    return {
      ask: (id: string) => count([id]),
      askTogether: (id: string) =>
        new Promise<boolean>((answer) => {
          waiting.current.push({ id, answer });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void flush(), GATHER_MS);
        }),
      has: (id: string) => counted.get(id) === today(),
    };
  }, [queries]);
  const reveals = useMemo<Reveals>(
    () => ({ ...counting, Gate: CountedGate, isGrey, isSmall, isMuted }),
    [counting, isGrey, isSmall, isMuted],
  );
  return { reveals, hasFailed, revealedAt };
}
