import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { nameObjects, newMark, pendingObjects } from '../../objects/pending-objects.ts';
import type { StorageSigns } from '../../storage/storage.ts';
import { noteWork } from '../../work-context.ts';
import { displayPlace, originalPlace } from '../item/item-files.ts';
import { findMedia, type MediaRow, siblingKey } from '../item/media-row.ts';
import type { Examiner } from './examine-item.ts';

type Wanted = { mediaId: string; packKey: string };

/** The item as long as its large copy is still to be made of that pack. */
async function findWanted(db: Db, { mediaId, packKey }: Wanted): Promise<MediaRow | null> {
  const item = await findMedia(db, mediaId);
  return item && item.legalHoldAt === null && item.pack?.key === packKey && !displayPlace(item) ? item : null;
}

/**
 * Makes the large copy of a picture and gives it to the item, unless it is held, gone, analysed again meanwhile, or has one. Whatever the
 * row does not name in the end is removed here, or by the sweep where this process dies.
 * @param packKey of the pack whose large copy is wanted
 * @throws MediaError, ObjectMissing, StorageUnavailable and others, as long as the copy is still wanted
 */
export async function makeDisplay(
  context: Pick<Context, 'db' | 'storage'>,
  examiner: Pick<Examiner, 'makeDisplay'>,
  wanted: Wanted,
  signs: StorageSigns,
): Promise<void> {
  const item = await findWanted(context.db, wanted);
  if (!item) return;
  noteWork({ accountId: item.accountId });
  try {
    await storeDisplay(context, examiner, item, { packKey: wanted.packKey, signs });
  } catch (error) {
    // Its original moved on with another analysis, or went with the item: there is nothing to try again.
    if (await findWanted(context.db, wanted)) throw error;
  }
}

async function storeDisplay(
  context: Pick<Context, 'db' | 'storage'>,
  examiner: Pick<Examiner, 'makeDisplay'>,
  item: MediaRow,
  { packKey, signs }: { packKey: string; signs: StorageSigns },
): Promise<void> {
  const { db, storage } = context;
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
        .where(and(eq(media.id, item.id), isNull(media.displayKey), isNull(media.legalHoldAt), isSame))
        .returning({ id: media.id });
      if (row) await nameObjects(tx, [displayKey]);
      return row !== undefined;
    });
    if (isTaken) pending.named([displayKey]);
  } finally {
    await pending.drop();
  }
}
