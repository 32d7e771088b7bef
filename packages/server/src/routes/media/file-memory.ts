/** What one process keeps: some thousand thumbnails. */
const MEMORY_BYTES = 64 * 1024 * 1024;
/** A larger file is served from the storage each time. */
export const keptFileBytes = 256 * 1024;
/** What an entry costs beside its bytes, about. */
const ENTRY_BYTES = 512;

/** Files that were served last, by object and part. */
export type FileMemory = {
  /** The bytes, which count as served now; undefined = not kept. */
  find(name: string): Uint8Array | undefined;
  /** Keeps them, and forgets what was served longest ago. */
  keep(name: string, bytes: Uint8Array): void;
};

/**
 * Small files in memory: lists show the same thumbnails again and again, and each would be a request to the storage. An object is
 * written once, so what is kept never goes out of date; whether it may be served is asked each time elsewhere.
 */
export function createFileMemory(maxBytes = MEMORY_BYTES): FileMemory {
  // A Map gives its entries in the order in which they were set: the first was served longest ago.
  const kept = new Map<string, Uint8Array>();
  let heldBytes = 0;
  const forget = (name: string): void => {
    const bytes = kept.get(name);
    if (bytes === undefined) return;
    kept.delete(name);
    heldBytes -= bytes.length + ENTRY_BYTES;
  };
  return {
    find(name) {
      const bytes = kept.get(name);
      if (bytes === undefined) return undefined;
      kept.delete(name);
      kept.set(name, bytes);
      return bytes;
    },
    keep(name, bytes) {
      forget(name);
      if (bytes.length > keptFileBytes) return;
      // A copy of its own: a part of a larger buffer would keep all of that.
      kept.set(name, Uint8Array.from(bytes));
      heldBytes += bytes.length + ENTRY_BYTES;
      for (const oldest of kept.keys()) {
        if (heldBytes <= maxBytes) return;
        forget(oldest);
      }
    },
  };
}
