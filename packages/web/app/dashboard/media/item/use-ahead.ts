import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Which item a page shows: that of its address, or the one that a decision has brought and that the address does not name yet. A change
 * of the address draws the whole shell, which the next picture does not wait for.
 */
export function useAhead(id: string): { shown: string; showAhead: (id: string | null) => void } {
  const [ahead, setAhead] = useState<{ passed: readonly string[]; to: string; from: string } | null>(null);
  const { key } = useLocation();
  // Where the way to that address was cut off by one back to this item, its entry of the history is another.
  const isAhead = ahead?.passed.includes(id) === true && (id !== ahead.passed[0] || key === ahead.from);
  // The address has come along, or the person went elsewhere.
  if (ahead !== null && !isAhead) setAhead(null);
  const shown = isAhead ? ahead.to : id;
  return {
    shown,
    /** null = what the address names */
    showAhead: (to) =>
      setAhead(
        to === null ? null : isAhead ? { ...ahead, passed: [...ahead.passed, shown], to } : { passed: [id], to, from: key },
      ),
  };
}
