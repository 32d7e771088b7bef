import type { StorageSigns } from './storage.ts';

/** Bytes between two signs. A file of less is no long work, and tells nothing. */
const SIGN_BYTES = 8 * 1024 * 1024;

/** Counts bytes that moved, and says so now and then. */
export function signsOfLife({ alive }: StorageSigns): (bytes: number) => void {
  let untold = 0;
  return (bytes) => {
    untold += bytes;
    if (untold < SIGN_BYTES) return;
    untold = 0;
    alive?.();
  };
}
