import { AppError, mediaKinds } from '@clearframe/contract';
import type { VideoProbe } from '@clearframe/engine/light';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { findAuthor, type NotedAuthor, noteAuthor } from '../../authors/note-author.ts';
import { refuseSuspended } from '../../billing/suspension.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { isDatabaseFault } from '../../db/database-fault.ts';
import { doTogether } from '../../db/do-together.ts';
import { insertAllFrom, insertFrom } from '../../db/insert-from.ts';
import { account, media } from '../../db/schema.ts';
import { attachingAll, attachingMedia, claimGone, type IdempotencyClaim } from '../../idempotency/idempotency.ts';
import { namingObjects, sweptObject } from '../../objects/pending-objects.ts';
import { type Origin, originNow } from '../../queue/job-context.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { firstAttempt, queueAnalysis, queuePictures } from '../analyse/queue-analysis.ts';
import { settleBlocked } from '../analyse/settle-blocked.ts';
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
  /** Of what makes the request, for the claim. */
  bodyHash: string;
  /** Its caller is answered without waiting for a verdict, so that the claim ends here. */
  isAnswered: boolean;
  /** false = a check, which goes with its answer. Default true. */
  kept?: boolean;
  /** A check that nobody keeps whatever its verdict: nothing is made of it to look at. */
  bare?: boolean;
  /** What must happen exactly when the upload does; what it throws undoes the upload. */
  also?: ((tx: Tx) => Promise<unknown>) | undefined;
};

export type SubmitContext = Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live' | 'log' | 'queue' | 'storage'>;

/**
 * Item, held frames, job and idempotency key in one transaction: an upload is either there with all of them or not at all. The item of a
 * blocked author is there with its verdict instead, and costs nothing. A check creates no author.
 * @throws AppError account_closed, account_suspended, subscription_required, frames_exhausted, idempotency_running: nothing was written
 */
export async function submit(context: SubmitContext, submission: Submission): Promise<void> {
  const attributes = { 'clearframe.media_id': submission.mediaId };
  const { db } = context;
  await inSpan('submit', { attributes }, () =>
    isPlain(submission)
      ? inLine(db, submission.uploader.accountId, { context, submission, origin: originNow() })
      : db.transaction((tx) => write(context, tx, submission)),
  );
}

/** A picture like most, of nobody whose strikes count. Such ones are written together. */
const isPlain = ({ texts, video, kept = true, bare = false, also }: Submission): boolean =>
  !texts.author && video === null && kept && !bare && also === undefined;

type InLine = { context: SubmitContext; submission: Submission; origin: Origin };

/**
 * An account's uploads wait for each other, because each locks its periods: those that come while one is written are one transaction. A
 * transaction that breaks off has written nothing, unless its end was not heard: then nobody knows, and each looks for its object.
 */
const inLine = doTogether<SubmitContext['db'], InLine>({
  alone: ({ context, submission }) => context.db.transaction((tx) => write(context, tx, submission)),
  async together(items) {
    const [{ context }] = items;
    let isWritten = false;
    try {
      await context.db.transaction(async (tx) => {
        if (!(await writeTogether(context, tx, items))) throw notTogether;
        isWritten = true;
      });
      return true;
    } catch (error) {
      if (isWritten || isDatabaseFault(error)) throw error;
      return false;
    }
  },
});

const notTogether = new Error('Not all of these uploads can be written');

/** {@link write} for plain pictures of one account. @returns false where one of them cannot be: then the transaction must roll back */
async function writeTogether(context: SubmitContext, tx: Tx, items: readonly [InLine, ...InLine[]]): Promise<boolean> {
  const [{ submission: first }] = items;
  const { accountId } = first.uploader;
  const rows = items.map(({ submission }) => rowOf(context, submission, null));
  const now = context.clock.now();
  const attached = items.flatMap(({ submission: { claim, mediaId, bodyHash, isAnswered } }) =>
    claim ? [{ claim, mediaId, bodyHash, ...(isAnswered ? { answeredAt: now } : {}) }] : [],
  );
  const { rows: counted } = await tx.execute<Written>(sql`
    with owner as ${standing(tx, accountId)},
    named as ${namingObjects(
      tx,
      rows.map(({ objectKey }) => objectKey),
    )},
    ${attached.length > 0 ? sql`claimed as (${attachingAll(attached)}),` : sql.empty()}
    item as (${insertAllFrom(media, rows, sql`owner`)} returning 1)
    select (select count(*)::int from item) as owners, (select count(*)::int from named) as named,
      ${attached.length > 0 ? sql`(select count(*)::int from claimed)` : sql`0`} as claimed`);
  const [written] = counted;
  if (written?.owners !== items.length || written.named !== items.length || written.claimed !== attached.length) return false;
  const pictures = items.map(({ submission: { mediaId, claim }, origin }) => ({
    mediaId,
    uploadKey: claim?.key ?? null,
    origin,
  }));
  return await queuePictures(context, tx, accountId, pictures);
}

/**
 * {@link submit} for several at once: all of them with their frames, or none.
 * @throws AppError as {@link submit}
 */
export async function submitTogether(context: SubmitContext, submissions: readonly Submission[]): Promise<void> {
  await inSpan('submit', {}, () =>
    context.db.transaction(async (tx) => {
      for (const submission of submissions) await write(context, tx, submission);
    }),
  );
}

const rowOf = (context: SubmitContext, submission: Submission, author: NotedAuthor | null): typeof media.$inferInsert => {
  const { mediaId, uploader, rules, file, video, claim } = submission;
  const { author: _said, ...texts } = submission.texts;
  const { mimeType, extension } = mediaKinds[file.kind];
  return {
    id: mediaId,
    accountId: uploader.accountId,
    createdBy: uploader.userId,
    accessTokenId: uploader.accessTokenId,
    source: rules.source,
    kept: submission.kept ?? true,
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
    attempt: firstAttempt,
    createdAt: context.clock.now(),
    ...(author ? { authorId: author.id } : {}),
  };
};

/** Waits for a deletion or a suspension that is under way: an item that came after it would never be removed, or cost a frame. */
const standing = (tx: Tx, accountId: string) =>
  tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.deletedAt), isNull(account.suspendedAt)))
    .for('share');

type Written = { owners: number; named: number; claimed: number };

async function write(context: SubmitContext, tx: Tx, submission: Submission): Promise<void> {
  const { mediaId, uploader, file, video, claim, bodyHash, isAnswered } = submission;
  const { accountId } = uploader;
  const { author: said } = submission.texts;
  const kept = submission.kept ?? true;
  const author = said ? await (kept ? noteAuthor : findAuthor)(tx, accountId, said) : null;
  const now = context.clock.now();
  const attached = claim ? attachingMedia(tx, claim, { mediaId, bodyHash, ...(isAnswered ? { answeredAt: now } : {}) }) : null;
  const { rows } = await tx.execute<Written>(sql`
    with owner as ${standing(tx, accountId)},
    named as ${namingObjects(tx, [file.objectKey])},
    ${attached ? sql`claimed as ${attached},` : sql.empty()}
    item as (${insertFrom(media, rowOf(context, submission, author), sql`owner`)} returning 1)
    select (select count(*)::int from item) as owners, (select count(*)::int from named) as named,
      ${attached ? sql`(select count(*)::int from claimed)` : sql`1`} as claimed`);
  const [written] = rows;
  if (!written?.owners) {
    await refuseSuspended(tx, accountId);
    throw new AppError('account_closed');
  }
  if (!written.named) throw sweptObject();
  if (!written.claimed) throw claimGone();
  await submission.also?.(tx);
  if (author?.action === 'block') return await settleBlocked(context, tx, mediaId);
  const uploadKey = claim?.key ?? null;
  await queueAnalysis(context, tx, {
    id: mediaId,
    accountId,
    uploadKey,
    attempt: firstAttempt,
    video,
    kept,
    bare: submission.bare ?? false,
    order: 0,
    overruleUntil: null,
  });
}
