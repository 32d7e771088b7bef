import { AppError, mediaKinds } from '@clearframe/contract';
import type { VideoProbe } from '@clearframe/engine/light';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { account, media } from '../../db/schema.ts';
import { attachMedia, type IdempotencyClaim } from '../../idempotency/idempotency.ts';
import { nameObjects } from '../../objects/pending-objects.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { queueAnalysis } from '../analyse/queue-analysis.ts';
import type { TakenFile } from './take-in.ts';
import type { UploadRules } from './upload-rules.ts';
import type { UploadTexts } from './upload-texts.ts';

/** Who uploads: a person or a token, for an account. */
export type Uploader = { accountId: string; userId: string | null; accessTokenId: string | null };

export type Submission = {
  mediaId: string;
  uploader: Uploader;
  rules: UploadRules;
  /** Already stored: from here on only the database decides whether the upload exists. */
  file: TakenFile;
  /** What was read from it, if it is a video. */
  video: VideoProbe | null;
  originalFilename: string;
  originalUrl: string | null;
  texts: UploadTexts;
  claim: IdempotencyClaim | null;
  /** What must happen exactly when the upload does; what it throws undoes the upload. */
  also?: ((tx: Tx) => Promise<unknown>) | undefined;
};

export type SubmitContext = Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live' | 'log' | 'queue' | 'storage'>;

/** The first attempt at an item; a re-check counts on. */
const FIRST_ATTEMPT = 1;

/**
 * Item, held frames, job and idempotency key in one transaction: an upload is either there with all of them or not at all.
 * @throws AppError account_closed, subscription_required, frames_exhausted, idempotency_running: nothing was written
 */
export async function submit(context: SubmitContext, submission: Submission): Promise<void> {
  const attributes = { 'clearframe.media_id': submission.mediaId };
  await inSpan('submit', { attributes }, () => context.db.transaction((tx) => write(context, tx, submission)));
}

async function write(context: SubmitContext, tx: Tx, submission: Submission): Promise<void> {
  const { mediaId, uploader, rules, file, video, texts, claim } = submission;
  const attempt = FIRST_ATTEMPT;
  const { mimeType, extension } = mediaKinds[file.kind];
  // Waits for a deletion that is under way: an item that came after it would never be removed.
  const [owner] = await tx
    .select({ deletedAt: account.deletedAt })
    .from(account)
    .where(eq(account.id, uploader.accountId))
    .for('share');
  if (!owner || owner.deletedAt !== null) throw new AppError('account_closed');
  await nameObjects(tx, [file.objectKey]);
  await tx.insert(media).values({
    id: mediaId,
    accountId: uploader.accountId,
    createdBy: uploader.userId,
    accessTokenId: uploader.accessTokenId,
    source: rules.source,
    uploadKey: claim?.key ?? null,
    filename: `${mediaId}.${extension}`,
    originalFilename: submission.originalFilename,
    originalUrl: submission.originalUrl,
    ...texts,
    tags: [...texts.tags],
    kind: file.kind,
    mimeType,
    fileSizeBytes: file.sizeBytes,
    video,
    ...(video ? { width: video.width, height: video.height } : {}),
    objectKey: file.objectKey,
    state: 'queued',
    attempt,
    createdAt: context.clock.now(),
  });
  if (claim) await attachMedia(tx, claim, mediaId);
  await submission.also?.(tx);
  const { accountId } = uploader;
  await queueAnalysis(context, tx, {
    id: mediaId,
    accountId,
    uploadKey: claim?.key ?? null,
    attempt,
    video,
    order: 0,
    overruleUntil: null,
  });
}
