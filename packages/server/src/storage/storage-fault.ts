import { StorageUnavailable } from './storage.ts';

/** Whether the storage is away, full or refuses us: the same work succeeds later, and the item is not to blame. */
export function isStorageFault(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    if (one instanceof StorageUnavailable) return true;
    seen.add(one);
  }
  return false;
}
