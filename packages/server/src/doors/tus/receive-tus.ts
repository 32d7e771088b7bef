import { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { tusPiece, tusUpload } from '../../db/schema.ts';
import type { UploadContext } from '../../moderation/upload/upload.ts';
import { nameObjects, newMark, pendingObjects } from '../../objects/pending-objects.ts';
import { finishTus } from './finish-tus.ts';
import { keptUntil, leaseEnd, leaseGone, type TusLease } from './tus-lease.ts';

/** What a process that is killed loses at most, of what was sent. */
const PIECE_BYTES = 8 * 1_048_576;
/** A sender that is silent for so long may be gone: what came is stored, and the next one need not wait for it. */
const SILENT_MS = 5_000;
/** Ends the wait for a chunk of a piece. */
type Patience = () => { over: Promise<null>; end: () => void };

function fiveSeconds(): ReturnType<Patience> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, SILENT_MS, null);
  return { over: promise, end: () => clearTimeout(timer) };
}

/** What a sender is told after its bytes. */
export type Received = { storedBytes: number; mediaId: string | null };

/** Bytes of a request. `error` = why there are no more: it is told once what came before is stored. */
type Arriving = {
  chunks: AsyncIterator<Buffer>;
  /** The read that a silence left open. */
  next: Promise<IteratorResult<Buffer>> | null;
  left: number;
  error: unknown;
};

/** @throws the signal's reason, without waiting for the work any longer */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

export const beyondLength = () => new AppError('body_too_large', { message: 'The file is larger than its Upload-Length' });

/**
 * Counts down what is still missing of the file. A source that breaks seems to end, so that what came is kept; so does one that is silent
 * for too long.
 */
async function nextChunk(arriving: Arriving, signal: AbortSignal, patience?: Patience): Promise<Buffer | null> {
  if (arriving.error !== null) return null;
  const silence = patience?.();
  try {
    arriving.next ??= arriving.chunks.next();
    const next = await unlessAborted(silence ? Promise.race([arriving.next, silence.over]) : arriving.next, signal);
    if (next === null) return null;
    arriving.next = null;
    if (next.done) return null;
    if (next.value.length > arriving.left) throw beyondLength();
    arriving.left -= next.value.length;
    return next.value;
  } catch (error) {
    const cut = () => new AppError('malformed_body', { detail: 'the connection ended', cause: error });
    arriving.error = error instanceof AppError ? error : cut();
    return null;
  } finally {
    silence?.end();
  }
}

async function* pieceOf(
  first: Buffer,
  arriving: Arriving,
  { signal, patience }: { signal: AbortSignal; patience: Patience },
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (let chunk: Buffer | null = first; chunk !== null; chunk = await nextChunk(arriving, signal, patience)) {
    bytes += chunk.length;
    yield chunk;
    if (bytes >= PIECE_BYTES || arriving.left === 0) return;
  }
}

/** Writes down what was stored. @throws AppError resumable_running when somebody else sends meanwhile: nothing was changed */
async function nameStored({ db }: Pick<Context, 'db'>, lease: TusLease, position: number, objectKey: string, bytes: number) {
  const uploadId = lease.upload.id;
  await db.transaction(async (tx) => {
    const moved = await tx
      .update(tusUpload)
      .set({ storedBytes: position + bytes, leaseUntil: leaseEnd, expiresAt: keptUntil })
      .where(and(lease.isHeld, eq(tusUpload.state, 'open'), eq(tusUpload.storedBytes, position)))
      .returning({ id: tusUpload.id });
    if (moved.length === 0) throw leaseGone();
    await nameObjects(tx, [objectKey]);
    await tx.insert(tusPiece).values({ uploadId, position, objectKey });
  });
}

/**
 * Takes the bytes of one request in, as pieces: objects are written once and whole. The piece with the last byte is never told as stored.
 * It becomes the item together with the others, so a sender that is told the whole size has an item.
 * @param signal aborts when the server stops: what came is stored, and the sender goes on elsewhere
 * @throws AppError resumable_running, body_too_large, what {@link finishTus} throws, and whatever the body throws: what is told by the next
 * HEAD is stored
 */
export async function receiveTus(
  context: UploadContext,
  lease: TusLease,
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
  patience: Patience = fiveSeconds,
): Promise<Received> {
  const { upload } = lease;
  const either = AbortSignal.any([signal, lease.lost]);
  const chunks = body[Symbol.asyncIterator]();
  const arriving: Arriving = { chunks, next: null, left: upload.sizeBytes - upload.storedBytes, error: null };
  const pending = pendingObjects(context, upload.accountId);
  let storedBytes = upload.storedBytes;
  try {
    for (;;) {
      lease.rest(true);
      const first = await nextChunk(arriving, either);
      lease.rest(false);
      if (first === null) break;
      // Nothing to store; a key of an empty piece would be that of the next one.
      if (first.length === 0) continue;
      const key = `${upload.accountId}/${upload.id}/piece-${storedBytes}-${newMark()}`;
      const piece = Readable.from(pieceOf(first, arriving, { signal: either, patience }), { objectMode: false });
      const { sizeBytes } = await pending.put(key, piece);
      if (arriving.left === 0) return { storedBytes: upload.sizeBytes, mediaId: await finishTus(context, lease, key) };
      await nameStored(context, lease, storedBytes, key, sizeBytes);
      pending.named([key]);
      storedBytes += sizeBytes;
    }
    if (arriving.error !== null) throw arriving.error;
    return { storedBytes, mediaId: null };
  } finally {
    await pending.drop();
  }
}
