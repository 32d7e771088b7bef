import { use, useEffect, useState } from 'react';
import { type Counted, RevealsContext } from '../../../shared/media/reveals-context.ts';

/**
 * Whether an item may be seen without a veil of its own: not before it is counted.
 * @param isBare it is hard, and the person wants no veil
 */
export function useCounted(id: string, isBare: boolean): Counted {
  const reveals = use(RevealsContext);
  const [answer, setAnswer] = useState<{ id: string; may: boolean } | null>(null);
  const isCounted = !isBare || reveals === null || reveals.has(id);
  useEffect(() => {
    if (isCounted || reveals === null) return;
    let isLeft = false;
    void reveals.askTogether(id).then((may) => {
      if (!isLeft) setAnswer({ id, may });
    });
    return () => {
      isLeft = true;
    };
  }, [id, isCounted, reveals]);
  if (isCounted || (answer?.id === id && answer.may)) return 'shown';
  return answer?.id === id ? 'refused' : 'waiting';
}
