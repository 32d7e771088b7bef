import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { knownPicture, knownState, media } from '../db/schema.ts';
import { announceMedia } from '../live/announce.ts';
import { lockDays, type RetainContext } from './days.ts';
import { cutoffsOf, lockAndJudge } from './judge-age.ts';

/**
 * Removes those of the items that are due, with their results, decisions and deliveries. Triggers name their files for removal and count
 * the lists; the ledger stays. The hash that a decision left in known pictures goes too, one of an imported list stays.
 * @returns how many
 */
export function removeItems(context: RetainContext, accountId: string, ids: readonly string[]): Promise<number> {
  const { clock, config, db, live } = context;
  return db.transaction(async (tx) => {
    const cutoffs = cutoffsOf(await lockDays(tx, config, accountId), clock.now());
    const due = (await lockAndJudge(tx, accountId, cutoffs, ids)).filter(({ isDue }) => isDue).map(({ id }) => id);
    const [last] = due;
    if (last === undefined) return 0;
    const known = and(inArray(knownPicture.mediaId, due), isNull(knownPicture.importId));
    const hashes = (await tx.delete(knownPicture).where(known)).rowCount ?? 0;
    await tx.delete(media).where(inArray(media.id, due));
    // Processes hold the hashes of those that go, and read them anew.
    if (hashes > 0)
      await tx
        .update(knownState)
        .set({ epoch: sql`${knownState.epoch} + 1` })
        .where(eq(knownState.accountId, accountId));
    // Open lists are read anew: one word is enough for all of them.
    await announceMedia(live, { id: last, accountId }, tx);
    return due.length;
  });
}
