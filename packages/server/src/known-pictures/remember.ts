import { limits, type PictureHash } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { knownPicture, knownState } from '../db/schema.ts';
import { hashBytes } from './hash-bytes.ts';

/** Whether there is enough in a picture to know it again. */
export const isRecognisable = (hash: PictureHash | undefined): hash is PictureHash =>
  hash !== undefined && hash.quality >= limits.knownQualityMin;

/**
 * Gives out so many positions, of which the last is returned. Others who add to the account wait until this transaction ends, so
 * that whoever sees a position has seen all before it.
 */
export async function takePositions(tx: Tx, accountId: string, count: number): Promise<number> {
  const [state] = await tx
    .insert(knownState)
    .values({ accountId, lastPosition: count })
    .onConflictDoUpdate({
      target: knownState.accountId,
      set: { lastPosition: sql`${knownState.lastPosition} + ${count}` },
    })
    .returning();
  if (!state) throw new Error('The positions were not given out');
  return state.lastPosition;
}

export type Decided = {
  accountId: string;
  mediaId: string;
  /** true = failed */
  to: boolean;
  note: string | null;
  at: Date;
};

/**
 * Knows the picture of a decided item from now on, in the place of what was known of it before.
 * @param hash what it is recognised by, where there is enough in it; what was known of it before has its own
 */
export async function remember(
  tx: Tx,
  { accountId, mediaId, to, note, at }: Decided,
  hash: PictureHash | undefined,
): Promise<void> {
  const what = { list: to ? 'block' : 'allow', note, decidedAt: at } as const;
  const again = await tx
    .update(knownPicture)
    .set(what)
    .where(eq(knownPicture.mediaId, mediaId))
    .returning({ id: knownPicture.id });
  if (again.length > 0 || !isRecognisable(hash)) return;
  const position = await takePositions(tx, accountId, 1);
  const { pdq, quality } = hash;
  await tx.insert(knownPicture).values({ accountId, mediaId, position, pdq: hashBytes(pdq), quality, ...what });
}

/** The decision of an item holds no more: its picture is not known by it any longer. */
export async function forgetItem(tx: Tx, mediaId: string): Promise<void> {
  await tx.delete(knownPicture).where(eq(knownPicture.mediaId, mediaId));
}

/** Blocks a hash for good: it belongs to no item, so that neither an undo nor the end of an item takes it off the list. */
export async function blockHash(
  tx: Tx,
  accountId: string,
  { pdq, quality }: PictureHash,
  { note, at: decidedAt }: Pick<Decided, 'at' | 'note'>,
): Promise<void> {
  const position = await takePositions(tx, accountId, 1);
  await tx.insert(knownPicture).values({ accountId, position, list: 'block', pdq: hashBytes(pdq), quality, note, decidedAt });
}
