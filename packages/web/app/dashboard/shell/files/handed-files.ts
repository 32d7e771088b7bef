let waiting: File[] = [];
const listeners = new Set<() => void>();

/** Files on their way from any page to the one that uploads. */
export const handedFiles = {
  give(files: readonly File[]): void {
    waiting = [...files];
    for (const listener of listeners) listener();
  },
  /** @returns what was given since the last call */
  take(): File[] {
    const files = waiting;
    waiting = [];
    return files;
  },
  onGiven(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
