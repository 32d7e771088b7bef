import { AppError, type ErrorCode } from '@clearframe/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { tusPiece, tusUpload } from '../../db/schema.ts';
import { requireFrames, takeInAndSubmit, type UploadContext } from '../../moderation/upload/upload.ts';
import { apiRules } from '../../moderation/upload/upload-rules.ts';
import { newId } from '../../security/new-id.ts';
import { ObjectMissing } from '../../storage/storage.ts';
import { keptUntil, leaseGone, type TusLease } from './tus-lease.ts';

/** The same bytes would be refused again. Everything else may pass: the sender sends its last piece once more. */
const isFinal: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['subscription_required', 'frames_exhausted', 'account_closed'] as const),
  ...(['api_file_unsupported', 'api_file_too_large', 'file_empty', 'file_undecodable', 'resumable_gone'] as const),
]);

async function* joined({ storage }: Pick<Context, 'storage'>, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const { body } = await storage.open(key);
    try {
      for await (const chunk of body) yield Buffer.from(chunk);
    } finally {
      body.destroy();
    }
  }
}

type Ended = { state: 'done'; mediaId: string; storedBytes: number } | { state: 'refused' };

/** Ends the upload, and names its pieces for removal. @throws AppError resumable_running when somebody else has taken it over */
async function end(tx: Tx, { upload, isHeld }: TusLease, ended: Ended): Promise<void> {
  const changed = await tx
    .update(tusUpload)
    .set({ ...ended, expiresAt: keptUntil })
    .where(and(isHeld, eq(tusUpload.state, 'open')))
    .returning({ id: tusUpload.id });
  if (changed.length === 0) throw leaseGone();
  await tx.delete(tusPiece).where(eq(tusPiece.uploadId, upload.id));
}

/**
 * Makes the item of all pieces, on the path of every upload. The transaction that stores the item ends the upload too. A process that dies
 * before it leaves an upload that lacks its last piece, and one that dies after it leaves an upload that knows its item.
 * @param lastKey the object with the last bytes, which no row names
 * @returns the item's id
 * @throws AppError as every upload: where the same bytes would be refused again, the upload has ended
 */
export async function finishTus(context: UploadContext, lease: TusLease, lastKey: string): Promise<string> {
  const { id, accountId, accessTokenId, sizeBytes, fields } = lease.upload;
  const mediaId = newId();
  try {
    await requireFrames(context, accountId);
    const pieces = await context.db
      .select({ key: tusPiece.objectKey })
      .from(tusPiece)
      .where(eq(tusPiece.uploadId, id))
      .orderBy(asc(tusPiece.position));
    const keys = [...pieces.map(({ key }) => key), lastKey];
    await takeInAndSubmit(context, {
      uploader: { accountId, userId: null, accessTokenId },
      rules: apiRules,
      mediaId,
      begun: null,
      async readForm(onFile) {
        return { media: { file: await onFile(joined(context, keys)), filename: fields.filename ?? '' }, fields };
      },
      also: (tx) => end(tx, lease, { state: 'done', mediaId, storedBytes: sizeBytes }),
    });
  } catch (caught) {
    // Rows of a backup that was restored name pieces that were removed since.
    const error = caught instanceof ObjectMissing ? new AppError('resumable_gone', { cause: caught }) : caught;
    if (error instanceof AppError && isFinal.has(error.code))
      await context.db.transaction((tx) => end(tx, lease, { state: 'refused' }));
    throw error;
  }
  return mediaId;
}
