import type { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { media } from '../../db/schema.ts';
import { originalPlace } from '../../moderation/item/item-files.ts';
import { ObjectMissing } from '../../storage/storage.ts';
import type { MakerContext } from '../export-maker.ts';

/**
 * Opens the original that the item's row names now. An analysis that ends meanwhile may replace it and remove the one before, so a
 * missing object is looked for again under the row's present key.
 * @returns null = deleted or withheld by now; 'lost' = the row names an object that the storage does not have
 * @throws whatever else keeps it from being read
 */
export async function openOriginal(
  { db, log, storage }: Pick<MakerContext, 'db' | 'log' | 'storage'>,
  mediaId: string,
): Promise<Readable | 'lost' | null> {
  for (let missing: string | null = null; ; ) {
    const columns = { objectKey: media.objectKey, pack: media.pack, legalHoldAt: media.legalHoldAt };
    const [row] = await db.select(columns).from(media).where(eq(media.id, mediaId));
    if (!row || row.legalHoldAt !== null) return null;
    if (row.objectKey === missing) {
      log.error({ mediaId, key: missing }, 'the storage lacks an original, so an export leaves it out');
      return 'lost';
    }
    try {
      const { key, range } = originalPlace(row);
      return (await storage.open(key, range)).body;
    } catch (error) {
      if (!(error instanceof ObjectMissing)) throw error;
      missing = row.objectKey;
    }
  }
}
