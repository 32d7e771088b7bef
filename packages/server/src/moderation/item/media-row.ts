import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { media } from '../../db/schema.ts';

export type MediaRow = typeof media.$inferSelect;
/** One try at analysing an item, as the queue and the ledger name it. */
export type MediaAttempt = { mediaId: string; attempt: number };

/** An item that is there for its account. A check is not: only the request that waits for it knows of it. */
export async function findMedia(db: Db, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, mediaId), media.kept));
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

/** A key beside the original. */
export function siblingKey({ objectKey }: Pick<MediaRow, 'objectKey'>, name: string): string {
  return `${objectKey.slice(0, objectKey.lastIndexOf('/'))}/${name}`;
}

/** What one analysis of the item costs: a frame, or one for each second of a video. */
export function framesOf({ video }: Pick<MediaRow, 'video'>): number {
  return video?.seconds ?? 1;
}
