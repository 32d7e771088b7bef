import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { nameObjects, newMark, pendingObjects } from '../../objects/pending-objects.ts';
import type { StorageSigns } from '../../storage/storage.ts';
import { noteWork } from '../../work-context.ts';
import { displayPlace, originalPlace } from '../item/item-files.ts';
import { findMedia, siblingKey } from '../item/media-row.ts';
import type { Examiner } from './examine-item.ts';

/**
 * Makes the large copy of a picture and gives it to the item, unless it is held, gone, analysed again meanwhile, or has one. Whatever the
 * row does not name in the end is removed here, or by the sweep where this process dies.
 * @param packKey of the pack whose large copy is wanted
 * @throws MediaError, ObjectMissing, StorageUnavailable; AppError busy when a settled analysis took the object's place
 */
export async function makeDisplay(
  context: Pick<Context, 'db' | 'storage'>,
  examiner: Pick<Examiner, 'makeDisplay'>,
  { mediaId, packKey }: { mediaId: string; packKey: string },
  signs: StorageSigns,
): Promise<void> {
  const { db, storage } = context;
  const item = await findMedia(db, mediaId);
  if (!item || item.legalHoldAt !== null || item.pack?.key !== packKey || displayPlace(item)) return;
  noteWork({ accountId: item.accountId });
  const { key, range } = originalPlace(item);
  const { bytes } = await examiner.makeDisplay(await storage.get(key, range));
  const pending = pendingObjects(context, item.accountId);
  const displayKey = siblingKey(item, `display-${item.attempt}-${newMark()}`);
  try {
    await pending.put(displayKey, bytes, signs);
    const isTaken = await db.transaction(async (tx) => {
      const isSame = and(eq(media.objectKey, item.objectKey), sql`${media.pack}->>'key' = ${packKey}`);
      const [row] = await tx
        .update(media)
        .set({ displayKey })
        .where(and(eq(media.id, mediaId), isNull(media.displayKey), isNull(media.legalHoldAt), isSame))
        .returning({ id: media.id });
      if (row) await nameObjects(tx, [displayKey]);
      return row !== undefined;
    });
    if (isTaken) pending.named([displayKey]);
  } finally {
    await pending.drop();
  }
}
