import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { media } from '../../db/schema.ts';

export type MediaRow = typeof media.$inferSelect;
/** One try at analysing an item, as the queue and the ledger name it. */
export type MediaAttempt = { mediaId: string; attempt: number };

export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, mediaId));
  return row;
}

/** The item, when this attempt at it is still to be made. */
export async function findQueued(db: Db, { mediaId, attempt }: MediaAttempt): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(isQueued({ mediaId, attempt }));
  return row;
}

/** Only the attempt that is under way may settle an item; whatever comes second finds no row. */
export function isQueued({ mediaId, attempt }: MediaAttempt) {
  return and(eq(media.id, mediaId), eq(media.state, 'queued'), eq(media.attempt, attempt));
}

/** Where a copy lies: beside the original. */
export function siblingKey({ objectKey }: Pick<MediaRow, 'objectKey'>, name: string): string {
  return `${objectKey.slice(0, objectKey.lastIndexOf('/'))}/${name}`;
}

/** What ends the name of the large copy: the mark of the run that made it, none in the first versions. */
const displayName = /display([^/]*)$/;

/**
 * Where the picture of one second of a video lies: beside the large copy of the same run. The function `media_objects` of the database
 * says the same.
 */
export function stillKey({ displayKey }: { displayKey: string }, second: number): string {
  return displayKey.replace(displayName, `second-${second}$1`);
}

/** Every object of an item. */
export function objectKeys(
  item: Pick<MediaRow, 'objectKey' | 'displayKey' | 'thumbnailKey' | 'smallKey' | 'stillSeconds'>,
): string[] {
  const { displayKey } = item;
  const stills = displayKey === null ? [] : item.stillSeconds.map((second) => stillKey({ displayKey }, second));
  return [item.objectKey, item.displayKey, item.thumbnailKey, item.smallKey, ...stills].filter((key) => key !== null);
}

/** What one analysis of the item costs: a frame, or one for each second of a video. */
export function framesOf({ video }: Pick<MediaRow, 'video'>): number {
  return video?.seconds ?? 1;
}
