import { createPackedHashes, type PackedHashes } from './packed-hashes.ts';

/** Of all accounts together: 40 bytes each. */
const HASHES_MAX = 2_000_000;

/** The hashes that this process holds in memory, an entry an account. It only saves reading: whoever uses it brings it up to date. */
export type HashStore = {
  /** What is held of the account; empty when nothing is, or when it is of another epoch. */
  of(accountId: string, epoch: number): PackedHashes;
};

/** @param hashesMax of more than so many the accounts that were asked for longest ago are forgotten */
export function createHashStore(hashesMax = HASHES_MAX): HashStore {
  // The order of a Map is that of insertion: what is used goes to its end.
  const held = new Map<string, { epoch: number; hashes: PackedHashes }>();
  return {
    of(accountId, epoch) {
      const known = held.get(accountId);
      const entry = known?.epoch === epoch ? known : { epoch, hashes: createPackedHashes() };
      held.delete(accountId);
      held.set(accountId, entry);
      let sum = 0;
      for (const { hashes } of held.values()) sum += hashes.length;
      for (const [oldest, { hashes }] of held) {
        if (sum <= hashesMax || oldest === accountId) break;
        sum -= hashes.length;
        held.delete(oldest);
      }
      return entry.hashes;
    },
  };
}
