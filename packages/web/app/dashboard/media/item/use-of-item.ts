import { useState } from 'react';

/**
 * State of the item that a page shows, which begins again with another one. What is set late, for one that is left, does nothing.
 * @param begin makes what it begins with, once for each item
 */
export function useOfItem<T>(id: string, begin: () => T): [T, (value: T) => void] {
  const [kept, setKept] = useState(() => ({ id, value: begin() }));
  let { value } = kept;
  if (kept.id !== id) {
    value = begin();
    setKept({ id, value });
  }
  return [value, (next) => setKept((now) => (now.id === id ? { id, value: next } : now))];
}
