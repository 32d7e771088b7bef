import { AppError } from '@clearframe/contract';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { batch, batchItem } from '../db/schema.ts';
import { requireFrames, takeInAndSubmit, type UploadContext } from '../moderation/upload/upload.ts';
import { apiRules } from '../moderation/upload/upload-rules.ts';
import { newId } from '../security/new-id.ts';
import { formFields } from './form-fields.ts';

type BatchRow = typeof batch.$inferSelect;
type ItemRow = typeof batchItem.$inferSelect;

/** Addresses of a batch that are fetched at the same time: slow servers do not hold up the others, and no server is run over. */
const LANES = 4;

/** An item that has neither become one nor been refused. */
const isOpen = ({ batchId, position }: Pick<ItemRow, 'batchId' | 'position'>) =>
  and(eq(batchItem.batchId, batchId), eq(batchItem.position, position), isNull(batchItem.mediaId), isNull(batchItem.errorCode));

/**
 * In the transaction of the upload: of two processes at the same address (one was thought dead) the second waits here, finds it
 * done, and its upload is undone. So is one that brings back an author who was erased since the address was read.
 */
async function attach(tx: Tx, row: ItemRow, mediaId: string): Promise<void> {
  const sameAuthor = sql`(${batchItem.input} -> 'author' is not null) = ${row.input.author !== undefined}`;
  const which = and(isOpen(row), sameAuthor);
  const taken = await tx.update(batchItem).set({ mediaId }).where(which).returning({ position: batchItem.position });
  if (taken.length === 0) throw new AppError('idempotency_running', { detail: 'the address of a batch was uploaded already' });
}

/** The same way as every upload by address, with the same guard and refusals. */
async function uploadOne(context: UploadContext, { accountId, accessTokenId }: BatchRow, listed: ItemRow): Promise<void> {
  await requireFrames(context, accountId);
  // Its author may have been erased since the run began.
  const [row] = await context.db.select().from(batchItem).where(isOpen(listed));
  if (!row) return;
  const mediaId = newId();
  await takeInAndSubmit(context, {
    uploader: { accountId, userId: null, accessTokenId },
    rules: apiRules,
    mediaId,
    begun: null,
    readForm: async () => ({ media: { url: row.input.url }, fields: formFields(row.input) }),
    also: (tx) => attach(tx, row, mediaId),
  });
}

/** Writes a refusal; anything else that goes wrong is no answer and ends the run, for the queue to try again. */
async function settleOne(context: UploadContext, owner: BatchRow, row: ItemRow): Promise<void> {
  try {
    await uploadOne(context, owner, row);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Done by another process, or to be read again: either shows in its row.
    if (error.code === 'idempotency_running') return await settleOne(context, owner, row);
    await context.db.update(batchItem).set({ errorCode: error.code, errorMessage: error.message }).where(isOpen(row));
  }
}

/**
 * Works through the open addresses of a batch. May be cut off anywhere and run again: what was uploaded is known by its row, so
 * that nothing is uploaded or charged twice.
 * @param signal aborts when the run has taken too long or the process stops
 */
export async function runBatch(context: UploadContext, batchId: string, signal: AbortSignal): Promise<void> {
  const [owner] = await context.db.select().from(batch).where(eq(batch.id, batchId));
  // The account was deleted since.
  if (!owner) return;
  const open = await context.db
    .select()
    .from(batchItem)
    .where(and(eq(batchItem.batchId, batchId), isNull(batchItem.mediaId), isNull(batchItem.errorCode)))
    .orderBy(asc(batchItem.position));
  const work = async () => {
    for (let row = open.shift(); row; row = open.shift()) {
      signal.throwIfAborted();
      await settleOne(context, owner, row);
    }
  };
  // All lanes end before the run does, so that none goes on beside the next run.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, work));
  const failed = lanes.find((lane) => lane.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Every try went wrong, or the job was lost: what is still open is told as a failure of ours. */
export async function failBatch({ db }: Pick<Context, 'db'>, batchId: string): Promise<void> {
  const { code, message } = new AppError('internal');
  await db
    .update(batchItem)
    .set({ errorCode: code, errorMessage: message })
    .where(and(eq(batchItem.batchId, batchId), isNull(batchItem.mediaId), isNull(batchItem.errorCode)));
}
