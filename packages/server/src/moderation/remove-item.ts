import { AppError } from '@clearframe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { media } from '../db/schema.ts';
import { announceChange } from '../live/announce.ts';
import { type MediaRow, objectKeys } from './media-row.ts';

/**
 * Removes an item and its objects; its ledger entries stay. The row goes first: objects that are left behind by a crash
 * are found by the sweep, a row without objects would be a broken item.
 * @param also what must happen exactly when the item goes
 * @throws AppError media_held under legal hold: nothing was removed
 */
export async function removeItem(
  { db, live, storage }: Pick<Context, 'db' | 'live' | 'storage'>,
  item: MediaRow,
  also: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const free = and(eq(media.id, item.id), isNull(media.heldAt));
    const gone = await tx.delete(media).where(free).returning({ id: media.id });
    if (gone.length === 0) {
      const kept = await tx.select({ id: media.id }).from(media).where(eq(media.id, item.id));
      if (kept.length > 0) throw new AppError('media_held');
    }
    await also(tx);
    await announceChange(live, item, tx);
  });
  await storage.remove(objectKeys(item));
}
