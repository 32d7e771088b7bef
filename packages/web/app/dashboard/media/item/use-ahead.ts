import { useState } from 'react';

/**
 * Which item a page shows: that of its address, or the one that a decision has brought and that the address does not name yet. A change
 * of the address draws the whole shell, which the next picture does not wait for.
 */
export function useAhead(id: string): { shown: string; showAhead: (id: string) => void } {
  const [ahead, setAhead] = useState<{ passed: readonly string[]; to: string } | null>(null);
  const isAhead = ahead?.passed.includes(id) === true;
  // The address has come along, or the person went elsewhere.
  if (ahead !== null && !isAhead) setAhead(null);
  const shown = isAhead ? ahead.to : id;
  return {
    shown,
    showAhead: (to) => setAhead({ passed: isAhead ? [...ahead.passed, shown] : [id], to }),
  };
}
