import { AppError } from '@clearframe/contract';
import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { releaseFrames } from '../../billing/ledger.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { announceChange } from '../../live/announce.ts';
import { hastenRemovals, removeSoon } from '../../objects/object-removal.ts';
import { objectKeys } from './item-files.ts';
import type { MediaRow } from './media-row.ts';

type Removal = {
  /** Otherwise it stays. */
  onlyIf?: SQL | undefined;
  /** What must happen exactly when the item goes. */
  also?: (tx: Tx) => Promise<unknown>;
  /** Why frames that an analysis under way holds go back, for the ledger. null = the caller has ended that already. */
  reason: string | null;
};

/**
 * Removes an item's row within a transaction; its ledger entries stay. What is released and removed is what that very row names as it
 * goes: whatever was read of the item before may have changed.
 * @returns its objects, which `removeSoon` takes after the transaction; null = it is gone already, or `onlyIf` does not hold
 * @throws AppError media_held under legal hold: nothing was removed
 */
export async function removeRow(
  { live }: Pick<Context, 'live'>,
  tx: Tx,
  { id }: Pick<MediaRow, 'id'>,
  { onlyIf, also, reason }: Removal,
): Promise<string[] | null> {
  const [row] = await tx
    .delete(media)
    .where(and(eq(media.id, id), isNull(media.legalHoldAt), onlyIf))
    .returning();
  if (!row) {
    const held = await tx.$count(media, and(eq(media.id, id), isNotNull(media.legalHoldAt)));
    if (held > 0) throw new AppError('media_held');
    return null;
  }
  // Whatever was settled before is left alone by this.
  if (reason !== null) await releaseFrames(tx, { mediaId: row.id, attempt: row.attempt, reason });
  await also?.(tx);
  await announceChange(live, row, tx);
  return [...objectKeys(row), ...(await hastenRemovals(tx, row))];
}

/**
 * Removes an item and its objects; its ledger entries stay. The row goes first and names its objects for removal (a trigger), so that
 * a crash leaves neither a row without objects nor objects that nobody knows of.
 * @returns whether it was removed now; false = it is gone already, or `onlyIf` does not hold
 * @throws AppError media_held under legal hold: nothing was removed
 */
export async function removeItem(
  { db, live, storage }: Pick<Context, 'db' | 'live' | 'storage'>,
  item: Pick<MediaRow, 'id'>,
  removal: Removal,
): Promise<boolean> {
  const gone = await db.transaction((tx) => removeRow({ live }, tx, item, removal));
  if (gone) await removeSoon({ db, storage }, gone);
  return gone !== null;
}
