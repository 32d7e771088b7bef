import { eq } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { media } from '../../src/db/schema.ts';
import { displayPlace, type FilePlace, originalPlace, stillPlace, thumbnailPlace } from '../../src/moderation/item/item-files.ts';
import { findMedia, type MediaRow } from '../../src/moderation/item/media-row.ts';

/** Gives an analysed item the files that a version before packs has left: an object for each. */
export async function unpackItem({ db, storage }: Pick<Context, 'db' | 'storage'>, id: string): Promise<MediaRow> {
  const row = await findMedia(db, id);
  if (!row?.pack) throw new Error('The item has no pack');
  const key = (name: string) => `${row.accountId}/${id}/${name}`;
  const write = async (place: FilePlace | null, name: string): Promise<string> => {
    if (place === null) throw new Error(`The item has no ${name}`);
    await storage.put(key(name), await storage.get(place.key, place.range));
    return key(name);
  };
  const mark = '0123456789ab';
  const isAlone = row.objectKey !== row.pack.key;
  const files = {
    objectKey: isAlone ? row.objectKey : await write(originalPlace(row), `original-${mark}.jpg`),
    displayKey: await write(displayPlace(row), `display-${mark}.webp`),
    thumbnailKey: await write(thumbnailPlace(row), `thumbnail-${mark}.webp`),
    // The third size that versions before had.
    smallKey: await write(thumbnailPlace(row), `small-${mark}.webp`),
    pack: null,
  };
  for (const second of row.stillSeconds) await write(stillPlace(row, second), `second-${second}-${mark}.webp`);
  const [older] = await db.update(media).set(files).where(eq(media.id, id)).returning();
  if (!older) throw new Error('The item is gone');
  return older;
}
