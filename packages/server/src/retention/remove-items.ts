import { and, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownPicture, media } from '../db/schema.ts';
import { announceMedia } from '../live/announce.ts';
import { type Cutoffs, lockAndJudge } from './judge-age.ts';

/**
 * Removes those of the items that are due, with their results, decisions and deliveries. Triggers name their files for removal and count
 * the lists; the ledger stays. The hash that a decision left in known pictures goes too, one of an imported list stays.
 * @returns how many items, and how many hashes
 */
export function removeItems(
  { db, live }: Pick<Context, 'db' | 'live'>,
  accountId: string,
  ids: readonly string[],
  cutoffs: Cutoffs,
): Promise<{ items: number; hashes: number }> {
  return db.transaction(async (tx) => {
    const due = (await lockAndJudge(tx, cutoffs, ids)).filter(({ isDue }) => isDue).map(({ id }) => id);
    const [last] = due;
    if (last === undefined) return { items: 0, hashes: 0 };
    const known = and(inArray(knownPicture.mediaId, due), isNull(knownPicture.importId));
    const hashes = (await tx.delete(knownPicture).where(known)).rowCount ?? 0;
    await tx.delete(media).where(inArray(media.id, due));
    // Open lists are read anew: one word is enough for all of them.
    await announceMedia(live, { id: last, accountId }, tx);
    return { items: due.length, hashes };
  });
}
