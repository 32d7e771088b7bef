import { useEffect, useState } from 'react';

/** How long a typing person pauses before the server counts. */
const SETTLED_MS = 700;

/** The value as it was when it last stood still for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const wish = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(wish)), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wish]);
  return settled;
}
