import { AppError } from '@clearframe/contract';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { account, tusUpload } from '../../db/schema.ts';
import { requireFrames } from '../../moderation/upload/upload.ts';
import { readUploadTexts } from '../../moderation/upload/upload-texts.ts';
import { keptUntil, type TusUpload } from './tus-lease.ts';

/** Unfinished uploads of an account: each may hold 100 MB for a day. */
const UNFINISHED_MAX = 20;

export type NewTus = {
  accountId: string;
  accessTokenId: string | null;
  sizeBytes: number;
  /** As it was sent, and its known keys. */
  sentMetadata: string;
  fields: Record<string, string>;
};

/**
 * Begins an upload. Nothing is held: frames are when its last byte is there.
 * @throws AppError validation_failed, metadata_invalid (its texts), subscription_required, frames_exhausted, resumable_full, account_closed
 */
export async function createTus(context: Pick<Context, 'clock' | 'db'>, wanted: NewTus): Promise<TusUpload> {
  readUploadTexts(wanted.fields);
  const { accountId } = wanted;
  await requireFrames(context, accountId);
  return await context.db.transaction(async (tx) => {
    // One at a time: parallel ones would count the same uploads and pass the limit together.
    const isOpen = and(eq(account.id, accountId), isNull(account.deletedAt));
    const [owner] = await tx.select({ id: account.id }).from(account).where(isOpen).for('no key update');
    if (!owner) throw new AppError('account_closed');
    const unfinished = and(eq(tusUpload.accountId, accountId), eq(tusUpload.state, 'open'), gt(tusUpload.expiresAt, sql`now()`));
    if ((await tx.$count(tusUpload, unfinished)) >= UNFINISHED_MAX) throw new AppError('resumable_full');
    const [made] = await tx
      .insert(tusUpload)
      .values({ ...wanted, expiresAt: keptUntil })
      .returning();
    if (!made) throw new Error('The upload was not written');
    return made;
  });
}
