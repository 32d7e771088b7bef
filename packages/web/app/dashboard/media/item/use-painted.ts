import { useEffect, useState } from 'react';
import { painted } from '../../../shared/api/paint-first.ts';

/** Whether the picture that a decision brought is painted. What stands below it comes a frame later, so that it comes sooner. */
export function usePainted(): boolean {
  const [isPainted, setIsPainted] = useState(() => painted() === null);
  useEffect(() => {
    if (isPainted) return;
    let isLeft = false;
    const rest = async () => {
      await painted();
      if (!isLeft) setIsPainted(true);
    };
    void rest();
    return () => {
      isLeft = true;
    };
  }, [isPainted]);
  return isPainted;
}
