import { useState } from 'react';

/** A choice of one person in this browser; without storage it lasts as long as the page. The fallback may arrive late. */
export function usePreference<T extends string>(
  name: string,
  userId: string,
  choices: readonly T[],
  fallback: T,
): [T, (choice: T) => void] {
  const key = `clearframe-${name}:${userId}`;
  const [choice, setChoice] = useState(() => readChoice(key, choices));
  const choose = (next: T) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Storage may be full or forbidden; the choice then holds until the page is left.
    }
  };
  return [choice ?? fallback, choose];
}

function readChoice<T extends string>(key: string, choices: readonly T[]): T | undefined {
  try {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored);
  } catch {
    return undefined;
  }
}
