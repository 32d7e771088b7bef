import { startTransition, useEffect, useEffectEvent } from 'react';
import { painted } from '../../../shared/api/paint-first.ts';
import { useOfItem } from './use-of-item.ts';

/** Whether the picture of an item that a decision brought is painted. What stands below it comes a frame later, so that it comes sooner. */
export function usePainted(id: string): boolean {
  const [isPainted, setIsPainted] = useOfItem(id, () => painted() === null);
  const rest = useEffectEvent((item: string) => {
    // The next key may come before all of it is drawn.
    if (item === id) startTransition(() => setIsPainted(true));
  });
  useEffect(() => {
    if (isPainted) return;
    let isLeft = false;
    const wait = async () => {
      await painted();
      if (!isLeft) rest(id);
    };
    void wait();
    return () => {
      isLeft = true;
    };
  }, [id, isPainted]);
  return isPainted;
}
