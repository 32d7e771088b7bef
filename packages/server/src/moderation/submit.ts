import { AppError, mediaKinds } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { reserveFrames } from '../billing/ledger.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, media } from '../db/schema.ts';
import { attachMedia, type IdempotencyClaim } from '../idempotency/idempotency.ts';
import { announceStage } from '../live/announce.ts';
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
  originalFilename: string;
  originalUrl: string | null;
  texts: UploadTexts;
  claim: IdempotencyClaim | null;
};

export type SubmitContext = Pick<Context, 'clock' | 'db' | 'live' | 'log' | 'queue' | 'storage'>;

/** The first attempt at an item; a re-check counts on. */
const FIRST_ATTEMPT = 1;

/** The key under which the queue knows an attempt's job. */
export function moderationJobKey(mediaId: string, attempt: number): string {
  return `${mediaId}/${attempt}`;
}

/**
 * Item, held frame, job and idempotency key in one transaction: an upload is either there with all of them or not at all.
 * @throws AppError account_closed, subscription_required, frames_exhausted, idempotency_running: nothing was written
 */
export async function submit(context: SubmitContext, submission: Submission): Promise<void> {
  await context.db.transaction((tx) => write(context, tx, submission));
}

async function write({ clock, live, queue }: SubmitContext, tx: Tx, submission: Submission): Promise<void> {
  const { mediaId, uploader, rules, file, texts, claim } = submission;
  const now = clock.now();
  const attempt = FIRST_ATTEMPT;
  const { mimeType, extension } = mediaKinds[file.kind];
  // Waits for a deletion that is under way: an item that came after it would never be removed.
  const [owner] = await tx
    .select({ deletedAt: account.deletedAt })
    .from(account)
    .where(eq(account.id, uploader.accountId))
    .for('share');
  if (!owner || owner.deletedAt !== null) throw new AppError('account_closed');
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
    objectKey: file.objectKey,
    state: 'queued',
    attempt,
    createdAt: now,
  });
  if (claim) await attachMedia(tx, claim, mediaId);
  await queue.add('moderate-media', { mediaId, attempt }, { tx, singletonKey: moderationJobKey(mediaId, attempt) });
  await announceStage(live, { id: mediaId, accountId: uploader.accountId, uploadKey: claim?.key ?? null }, 'queued', tx);
  // Last, because it locks the account's period until the end of the transaction.
  await reserveFrames(tx, { accountId: uploader.accountId, mediaId, attempt, frames: 1, now });
}
