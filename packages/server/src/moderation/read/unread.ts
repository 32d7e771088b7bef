import { and, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import type { MediaRow } from '../item/media-row.ts';

/** So often is an item tried whose reading fails, or ends its process. */
export const TRIES_MAX = 3;

/** Not while an analysis is under way, which reads by itself, and nothing under legal hold. */
const free = and(lt(media.writingTries, TRIES_MAX), ne(media.state, 'queued'), isNull(media.legalHoldAt));

/** Pictures, or videos: each kind has an index that says the same. */
const ofKind = (kind: 'picture' | 'video') => (kind === 'video' ? isNotNull(media.video) : isNull(media.video));

/** An account's items that can be read now, those that were tried least first, and of these the newest. */
export async function unreadItems(
  db: Db | Tx,
  { accountId, kind, limit }: { accountId: string; kind: 'picture' | 'video'; limit: number },
): Promise<Pick<MediaRow, 'id' | 'attempt' | 'writingTries' | 'video'>[]> {
  return await db
    .select({ id: media.id, attempt: media.attempt, writingTries: media.writingTries, video: media.video })
    .from(media)
    .where(and(eq(media.accountId, accountId), isNotNull(media.writingTries), ofKind(kind), free))
    .orderBy(media.writingTries, desc(media.id))
    .limit(limit);
}

/** Counts a try before it begins: an item that ends its process is not tried for ever. @returns nothing where it cannot be read now */
export async function beginTry(db: Db, id: string): Promise<MediaRow | undefined> {
  const [item] = await db
    .update(media)
    .set({ writingTries: sql`${media.writingTries} + 1` })
    .where(and(eq(media.id, id), free))
    .returning();
  return item;
}

/** Takes a try back that ended through no fault of the item. */
export async function takeTryBack(db: Db | Tx, { id }: Pick<MediaRow, 'id'>): Promise<void> {
  await db
    .update(media)
    .set({ writingTries: sql`${media.writingTries} - 1` })
    .where(and(eq(media.id, id), sql`${media.writingTries} > 0`));
}

/** Leaves no try to that attempt's result. What was read meanwhile, or analysed again, is left alone. */
export async function endTries(db: Db, { id, attempt }: Pick<MediaRow, 'id' | 'attempt'>): Promise<void> {
  await db
    .update(media)
    .set({ writingTries: TRIES_MAX })
    .where(and(eq(media.id, id), eq(media.attempt, attempt), isNotNull(media.writingTries)));
}
