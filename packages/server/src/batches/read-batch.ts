import { type Batch, type BatchItem, type ErrorCode, errorTable } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { batch, batchItem, media } from '../db/schema.ts';
import { authorize } from '../security/authorized.ts';

type Row = {
  item: typeof batchItem.$inferSelect;
  upload: Pick<typeof media.$inferSelect, 'state' | 'moderationFlagged' | 'moderationError'> | null;
};

const isErrorCode = (code: string): code is ErrorCode => code in errorTable;

/** The refusal in the words of the answer that an upload would have got. */
function refusal(code: string, message: string | null): NonNullable<BatchItem['error']> {
  const known = errorTable[isErrorCode(code) ? code : 'internal'];
  return { status: known.status, message: message ?? known.message };
}

function outcome({ item, upload }: Row): Pick<BatchItem, 'status' | 'passed' | 'error'> {
  const failed = (code: string, message: string | null) =>
    ({ status: 'failed', passed: null, error: refusal(code, message) }) as const;
  if (item.errorCode !== null) return failed(item.errorCode, item.errorMessage);
  if (item.mediaId === null) return { status: 'waiting', passed: null, error: null };
  if (!upload) return failed('media_not_found', null);
  const passed = upload.moderationFlagged === null ? null : !upload.moderationFlagged;
  if (upload.state === 'queued') return { status: 'processing', passed, error: null };
  // A person may have decided what could not be analysed.
  if (passed !== null) return { status: 'complete', passed, error: null };
  return upload.state === 'refused' ? failed('file_undecodable', upload.moderationError) : failed('analysis_unavailable', null);
}

function progressOf(items: readonly BatchItem[]): Batch['progress'] {
  const count = (status: BatchItem['status']) => items.filter((item) => item.status === status).length;
  return {
    total: items.length,
    waiting: count('waiting'),
    processing: count('processing'),
    complete: count('complete'),
    failed: count('failed'),
  };
}

/** A batch as it stands: two queries, whatever it holds. @throws AppError batch_not_found: there is none, or it is another account's */
export async function readBatch({ db }: Pick<Context, 'db'>, caller: { accountId: string }, id: string): Promise<Batch> {
  const [row] = await db.select().from(batch).where(eq(batch.id, id));
  const owned = authorize(row, caller, 'batch_not_found');
  const rows = await db
    .select({
      item: batchItem,
      upload: { state: media.state, moderationFlagged: media.moderationFlagged, moderationError: media.moderationError },
    })
    .from(batchItem)
    .leftJoin(media, eq(media.id, batchItem.mediaId))
    .where(eq(batchItem.batchId, owned.id))
    .orderBy(asc(batchItem.position));
  const items = rows.map((one): BatchItem => {
    const { reference, url } = one.item.input;
    return { reference: reference ?? null, url, media_id: one.item.mediaId, ...outcome(one) };
  });
  const progress = progressOf(items);
  const status = progress.waiting + progress.processing > 0 ? 'processing' : 'complete';
  return { id: owned.id, created_at: owned.createdAt.toISOString(), status, progress, items };
}
