const listeners = new Set<() => void>();

/** Drops whatever the page holds of the person who was signed in. */
export function forgetPerson(): void {
  for (const listener of listeners) listener();
}

/** For whoever keeps such things; the session itself does not know them. @returns the function that unsubscribes */
export function onForgetPerson(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
