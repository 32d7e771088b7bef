import { basename } from 'node:path';
import { AppError } from '@clearframe/contract';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { s3Object, s3Source } from '../../db/schema.ts';
import { requireFrames, takeInAndSubmit, type UploadContext } from '../../moderation/upload/upload.ts';
import { s3Rules } from '../../moderation/upload/upload-rules.ts';
import { newId } from '../../security/new-id.ts';
import { openS3, type S3Reader, type S3SourceRow, troubleOf } from './s3-reader.ts';
import { takeTurns } from './take-turns.ts';

type S3ObjectRow = typeof s3Object.$inferSelect;
export type JudgeContext = UploadContext & Pick<Context, 'config' | 'secrets'>;

/** Objects of one source that are taken in a turn, and how many at the same time. */
export const TURN = 20;
const LANES = 4;
/** After this time another process takes over what one has begun: longer than an object is read and a video waits to be probed. */
const CLAIM_MINUTES = 15;
const PAUSES_MINUTES = [1, 5, 30, 120];

/** An object whose every try ended its process is given up after these. */
const TRIES_MAX = 8;

/** Minutes until the next try. null = there is none. @param attempts that were made */
export const pauseAfter = (attempts: number): number | null => PAUSES_MINUTES[attempts - 1] ?? null;

export const inMinutes = (minutes: number) => sql`now() + ${minutes} * interval '1 minute'`;

/** Of these rows at most {@link LANES} at the same time. The first error ends it once those under way have ended. */
async function inLanes<R>(rows: readonly R[], work: (row: R) => Promise<void>): Promise<void> {
  const left = [...rows];
  const lane = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) await work(row);
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Puts off what it takes, so that no other process has it; of one that dies it comes back. */
async function claimSome({ db }: Pick<Context, 'db'>, sourceId: string): Promise<S3ObjectRow[]> {
  return await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: s3Object.id })
      .from(s3Object)
      .where(and(eq(s3Object.sourceId, sourceId), eq(s3Object.state, 'waiting'), lte(s3Object.nextAttemptAt, sql`now()`)))
      .orderBy(asc(s3Object.nextAttemptAt))
      .limit(TURN)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const ids = due.map(({ id }) => id);
    const claimed = { attempts: sql`${s3Object.attempts} + 1`, nextAttemptAt: inMinutes(CLAIM_MINUTES) };
    return await tx.update(s3Object).set(claimed).where(inArray(s3Object.id, ids)).returning();
  });
}

const isWaiting = (id: string) => and(eq(s3Object.id, id), eq(s3Object.state, 'waiting'), isNull(s3Object.mediaId));

/** In the transaction of the upload: of two processes with one object the second finds it done, and its upload is undone. */
async function attach(tx: Tx, id: string, mediaId: string): Promise<void> {
  const taken = await tx
    .update(s3Object)
    .set({ state: 'taken', mediaId, error: null })
    .where(isWaiting(id))
    .returning({ id: s3Object.id });
  if (taken.length === 0) throw new AppError('idempotency_running', { detail: 'the object of a bucket was taken already' });
}

async function takeOne(context: JudgeContext, source: S3SourceRow, reader: S3Reader, row: S3ObjectRow): Promise<void> {
  const { accountId } = source;
  if (row.attempts > TRIES_MAX) throw new AppError('internal', { detail: 'each try ended its process' });
  await requireFrames(context, accountId);
  const { body, sizeBytes } = await reader.open(row);
  try {
    if (sizeBytes > s3Rules.maxBytes) throw new AppError(s3Rules.refusals.tooLarge);
    const mediaId = newId();
    const { bucket, key, versionId, etag } = row;
    const metadata = JSON.stringify({ bucket, key, version_id: versionId, etag });
    await takeInAndSubmit(context, {
      uploader: { accountId, userId: null, accessTokenId: null },
      rules: s3Rules,
      mediaId,
      begun: null,
      originalUrl: `s3://${bucket}/${key}`,
      async readForm(onFile) {
        return { media: { file: await onFile(body), filename: basename(key) }, fields: { metadata } };
      },
      also: (tx) => attach(tx, row.id, mediaId),
    });
  } finally {
    body.destroy();
  }
}

/** What is wrong, for people, and whether another try is worth it. */
function faultOf(error: unknown): { error: string; isFinal: boolean } {
  if (error instanceof AppError) {
    // Frames may come, and the server be less busy; the same bytes stay what they are.
    const isFinal = [400, 413, 415].includes(error.status) || error.code === 'account_closed';
    return { error: error.message, isFinal };
  }
  const { status, code, isFinal } = troubleOf(error);
  return { error: status === null ? code : `The provider answers ${status} ${code}`, isFinal };
}

/** No verdict will come: that is told as `none`. */
async function settleTrouble({ db, log }: Pick<Context, 'db' | 'log'>, row: S3ObjectRow, caught: unknown): Promise<void> {
  const { error, isFinal } = faultOf(caught);
  const pause = isFinal ? null : pauseAfter(row.attempts);
  log.debug({ err: caught, objectId: row.id }, 'an object of a bucket was not taken');
  const next = pause === null ? { state: 'failed' as const, tagDueAt: sql`now()` } : { nextAttemptAt: inMinutes(pause) };
  await db
    .update(s3Object)
    .set({ error, ...next })
    .where(isWaiting(row.id));
}

/** Work with the bucket of a source; where its settings cannot even be used, each row has that trouble. */
export async function withReader<R>(
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  source: S3SourceRow,
  rows: readonly R[],
  work: (reader: S3Reader, row: R) => Promise<void>,
  onTrouble: (row: R, error: unknown) => Promise<void>,
): Promise<void> {
  const opened: S3Reader[] = [];
  const reader = (): S3Reader => {
    const known = opened[0] ?? openS3(config, source, secrets.open('s3-source', source.secretKeySealed));
    opened[0] = known;
    return known;
  };
  try {
    await inLanes(rows, async (row) => {
      try {
        await work(reader(), row);
      } catch (error) {
        await onTrouble(row, error);
      }
    });
  } finally {
    for (const one of opened) one.close();
  }
}

/**
 * Makes items of all objects that are due ({@link takeTurns}). May be cut off anywhere and run again, also beside another.
 * @returns how many were looked at
 */
export async function judgeObjects(context: JudgeContext, signal: AbortSignal): Promise<number> {
  const due = () =>
    context.db
      .selectDistinct({ id: s3Object.sourceId })
      .from(s3Object)
      .where(and(eq(s3Object.state, 'waiting'), lte(s3Object.nextAttemptAt, sql`now()`)));
  const sources = () =>
    context.db
      .select()
      .from(s3Source)
      .where(and(eq(s3Source.isActive, true), inArray(s3Source.id, due())));
  return await takeTurns(signal, sources, async (source) => {
    const rows = await claimSome(context, source.id);
    await withReader(
      context,
      source,
      rows,
      (reader, row) => takeOne(context, source, reader, row),
      (row, error) => settleTrouble(context, row, error),
    );
    return rows.length;
  });
}
