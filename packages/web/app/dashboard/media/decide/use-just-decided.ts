import { limits } from '@clearframe/contract';
import { useCallback, useEffect, useState } from 'react';

/** The item that was decided last, for as long as the decision can be undone. */
export function useJustDecided() {
  const [made, setMade] = useState<{ id: string } | null>(null);
  useEffect(() => {
    if (made === null) return;
    const timer = setTimeout(() => setMade(null), limits.decisionHoldMs);
    return () => clearTimeout(timer);
  }, [made]);
  const setJustDecided = useCallback((id: string | null) => setMade(id === null ? null : { id }), []);
  return { justDecided: made?.id ?? null, setJustDecided };
}
