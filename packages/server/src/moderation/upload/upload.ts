import { AppError, type ErrorCode, errorTable, limits, mediaKinds } from '@clearframe/contract';
import { MediaError, type VideoProbe } from '@clearframe/engine/light';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { createConcurrencyLimit } from '../../accounts/concurrency-limit.ts';
import { admission } from '../../billing/periods.ts';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { gather } from '../../db/gather.ts';
import { prepared } from '../../db/prepared.ts';
import { media } from '../../db/schema.ts';
import { answerOnce } from '../../idempotency/answer-once.ts';
import { type Begun, finishIdempotent, type IdempotencyClaim, matchBody } from '../../idempotency/idempotency.ts';
import { pendingObjects, sureOfRowsMs } from '../../objects/pending-objects.ts';
import { newId } from '../../security/new-id.ts';
import { sha256 } from '../../security/secrets.ts';
import { inSpan } from '../../tracing/in-span.ts';
import { findMedia, type MediaRow } from '../item/media-row.ts';
import { removeItem } from '../item/remove-item.ts';
import { type Listening, listenForVerdict } from '../tell/listen-for-verdict.ts';
import { fetchUpload } from './fetch-upload.ts';
import { retryUpload } from './retry-upload.ts';
import { type Submission, type SubmitContext, submit, type Uploader } from './submit.ts';
import { hashOnly, type TakenFile, takeIn } from './take-in.ts';
import { answerUpload, isAnswered, type UploadAnswer, undecodable } from './upload-answer.ts';
import type { UploadRules } from './upload-rules.ts';
import { readUploadTexts, type UploadTexts } from './upload-texts.ts';

/** Each is a program beside this process: two at once leave it room to answer. */
const turns = createConcurrencyLimit({ atOnce: 2, waitingMax: 100, turnMs: 300 });

/**
 * Reads how long a stored video is before anything is held for it; null for a picture, which is looked at when it is analysed.
 * @throws AppError file_undecodable with the reason (the file is at fault), video_unavailable, busy
 */
export async function probeIfVideo(
  { probeVideo, storage }: Pick<Context, 'probeVideo' | 'storage'>,
  { kind, objectKey, copy }: TakenFile,
): Promise<VideoProbe | null> {
  if (mediaKinds[kind].medium !== 'video') return null;
  try {
    const probe = (path: string) => probeVideo(path);
    return await turns.run(() => (copy ? probe(copy.path) : storage.withFile(objectKey, probe)));
  } catch (error) {
    if (error instanceof MediaError) throw new AppError('file_undecodable', { message: error.message, cause: error });
    throw error;
  }
}

/** Controls, marks that turn the reading direction, and what separates folders. */
const unwanted = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\\/]/gu;

/** A name from outside as it is shown and offered for saving; it never names a file of ours (SEC-02). */
export function cleanFileName(name: string, fallback: string): string {
  const cleaned = name.normalize('NFC').replace(unwanted, '').trim();
  const points = [...cleaned].slice(-limits.fileNameMaxLength);
  while (points.join('').length > limits.fileNameMaxLength) points.shift();
  return points.join('') || fallback;
}

/** The last part of an address's path. */
export function fileNameOfUrl(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A form as it was read: either a file, of which only what `onFile` made is left, or an address. */
export type UploadForm<T> = {
  media: { file: T; filename: string } | { url: string } | null;
  fields: Record<string, string>;
};

export type UploadRequest = {
  uploader: Uploader;
  rules: UploadRules;
  /** Name of the endpoint that Idempotency-Keys belong to. */
  route: string;
  key: string | null;
  waitMs: number;
  /** Nobody waits any more (the caller went away, the server stops): the upload goes on. */
  signal: AbortSignal;
  /** Its file comes from an address: nobody wants that any more, so the upload ends. Default: it goes on. */
  fetching?: AbortSignal;
  /** Reads the body once; `onFile` gets the file while it arrives. */
  readForm: <T>(onFile: (bytes: AsyncIterable<Buffer>) => Promise<T>) => Promise<UploadForm<T>>;
};

export type UploadContext = SubmitContext & Pick<Context, 'fetcher' | 'presence' | 'probeVideo'>;

/** What is kept of a refusal for repeats of the request. */
const Refusal = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string' && code in errorTable),
  message: z.string(),
});

/**
 * One upload from its request to its answer, through whichever door it came.
 * @throws AppError for every refusal; nothing of a refused upload is kept or charged
 */
export async function upload(context: UploadContext, request: UploadRequest): Promise<UploadAnswer> {
  const { uploader, route, key } = request;
  const { accountId } = uploader;
  const now = context.clock.now();
  const claimed = { accountId, route, key, now, beside: admission(accountId, now) };
  return await answerOnce(context, claimed, {
    replay: (begun) => answerRepeat(context, request, begun),
    run: (begun) => (begun?.kind === 'resume' ? answerRepeat(context, request, begun) : answerNew(context, request, begun)),
  });
}

async function answerNew(
  context: UploadContext,
  request: UploadRequest,
  begun: (Begun & { kind: 'new' }) | null,
): Promise<UploadAnswer> {
  if (begun) refuseWithout(Admission.parse(begun.beside));
  else await requireFrames(context, request.uploader.accountId);
  const mediaId = newId();
  const { uploader, waitMs, signal } = request;
  const listening = listenForVerdict(context, { accountId: uploader.accountId, mediaId, waitMs, signal });
  try {
    const { isAnswered } = await takeInAndSubmit(context, { ...request, mediaId, begun });
    // Its claim ended with the upload: whatever becomes of the item from now on, its id was answered.
    const asked = isAnswered ? { claim: null, keep: true } : { claim: begun?.claim ?? null };
    return await answerWhenSettled(context, request, listening, { ...asked, isNew: !isAnswered });
  } finally {
    listening.leave();
  }
}

/**
 * Before the body is read: who cannot upload need not send it. The transaction of the upload decides in the end.
 * @throws AppError account_suspended, subscription_required, frames_exhausted
 */
export async function requireFrames({ db, clock }: Pick<Context, 'db' | 'clock'>, accountId: string): Promise<void> {
  refuseWithout(Admission.parse(await readAdmission(db, JSON.stringify([accountId, clock.now()]))));
}

const admissions = prepared('admissions', (db, name) =>
  db
    .select({ key: sql<string>`asked.key`, admission: sql<unknown>`${admission(sql`asked.account_id`, sql`asked.at`)}` })
    .from(
      sql`unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('ids')}::uuid[], ${sql.placeholder('times')}::timestamptz[])
        as asked (key, account_id, at)`,
    )
    .prepare(name),
);

/** By account and time, as JSON: of all that ask at one moment. */
const readAdmission = gather(async (db, keys) => {
  const asked = keys.map((key) => z.tuple([z.string(), z.string()]).parse(JSON.parse(key)));
  const rows = await admissions(db).execute({ keys, ids: asked.map(([id]) => id), times: asked.map(([, at]) => at) });
  return new Map(rows.map((row) => [row.key, row.admission]));
});

/** `frames` is null where no period runs. */
const Admission = z.object({ suspended: z.boolean(), frames: z.int().nullable() });
type Admission = z.output<typeof Admission>;

function refuseWithout({ suspended, frames }: Admission): void {
  if (suspended) throw new AppError('account_suspended');
  if (frames === null) throw new AppError('subscription_required');
  if (frames < 1) throw new AppError('frames_exhausted');
}

/**
 * A second request under a key: the same body gets the first one's answer, another body is refused. A failed analysis is no answer
 * to keep: an item without a result is analysed again, for the same one frame, so that repeating the request can succeed.
 */
async function answerRepeat(
  context: UploadContext,
  request: UploadRequest,
  begun: Exclude<Begun, { kind: 'new' }>,
): Promise<UploadAnswer> {
  const form = await request.readForm((bytes) => hashOnly(bytes, request.rules));
  matchBody(begun, bodyHash(requireMedia(form, request.rules), readUploadTexts(form.fields)));
  const refusal = begun.kind === 'replay' ? Refusal.safeParse(begun.answer) : undefined;
  if (refusal?.success) throw new AppError(refusal.data.code, { message: refusal.data.message });
  const item = begun.mediaId === null ? undefined : await findMedia(context.db, begun.mediaId);
  if (!item) throw new AppError('media_not_found');
  if (item.state === 'failed') await retryUpload(context, item);
  const { uploader, waitMs, signal } = request;
  const listening = listenForVerdict(context, { accountId: uploader.accountId, mediaId: item.id, waitMs, signal });
  try {
    if (begun.kind === 'resume') return await answerWhenSettled(context, request, listening, { claim: begun.claim });
    // Settled or not, perhaps by another repeat of the same moment: who waits gets the verdict. Its id was answered: it stays.
    return await answerWhenSettled(context, request, listening, { claim: null, keep: true });
  } finally {
    listening.leave();
  }
}

type Source = { sha256: string; filename: string } | { url: string };

function requireMedia({ media }: UploadForm<string>, { refusals }: UploadRules): Source {
  if (media === null) throw new AppError(refusals.missing);
  if ('file' in media) return { sha256: media.file, filename: media.filename };
  const url = media.url.trim();
  if (url === '') throw new AppError(refusals.blankUrl);
  return { url };
}

/** What makes two requests the same: the file's bytes or the address, and the texts. */
function bodyHash(source: Source, texts: UploadTexts): string {
  return sha256(JSON.stringify(['url' in source ? source.url : source.sha256, texts]));
}

/** What is to become an item. */
type Arrival = Pick<UploadRequest, 'uploader' | 'rules' | 'readForm'> &
  Partial<Pick<UploadRequest, 'fetching' | 'waitMs'>> &
  Pick<Submission, 'also'> & {
    mediaId: string;
    begun: (Begun & { kind: 'new' }) | null;
    /** Of a file that was read from elsewhere than an http(s) address. */
    originalUrl?: string;
  };

/**
 * Stores a file, or what lies at an address, and makes an item of it in one transaction with its held frames.
 * @returns whether its caller is answered without a verdict: nobody waits for a video, and not every caller for a picture
 * @throws AppError for every refusal; then nothing is kept
 */
export async function takeInAndSubmit(context: UploadContext, arrival: Arrival): Promise<Pick<Submission, 'isAnswered'>> {
  const { uploader, rules, mediaId, begun, also, fetching, readForm, waitMs = 0, originalUrl = null } = arrival;
  const stored: TakenFile[] = [];
  const pending = pendingObjects(context, uploader.accountId, sureOfRowsMs);
  const take = async (bytes: AsyncIterable<Buffer>) => {
    const attributes = { 'clearframe.media_id': mediaId };
    const taken = await inSpan('take in', { attributes }, () =>
      takeIn({ pending, storage: context.storage }, `${uploader.accountId}/${mediaId}`, bytes, rules),
    );
    stored.push(taken);
    return taken.sha256;
  };
  try {
    const form = await readForm(take);
    const texts = readUploadTexts(form.fields);
    const source = requireMedia(form, rules);
    const hash = bodyHash(source, texts);
    if (begun) matchBody(begun, hash);
    if ('url' in source) await take(fetchUpload(context.fetcher, source.url, rules, fetching));
    const [file] = stored;
    if (!file) throw new Error('The file was not stored');
    const named = 'url' in source ? fileNameOfUrl(source.url) : source.filename;
    const video = await probeIfVideo(context, file);
    const isAnswered = video !== null || waitMs <= 0;
    await submit(context, {
      mediaId,
      uploader,
      rules,
      file,
      video,
      originalFilename: cleanFileName(named, `${mediaId}.${mediaKinds[file.kind].extension}`),
      originalUrl: 'url' in source ? source.url : originalUrl,
      texts,
      claim: begun?.claim ?? null,
      bodyHash: hash,
      isAnswered,
      also,
    });
    return { isAnswered };
  } catch (error) {
    // A transaction that broke off may have been committed all the same: then its file is pending no more, and stays.
    await pending.drop();
    throw error;
  } finally {
    for (const { copy } of stored) await copy?.remove();
  }
}

type Asked = { claim: IdempotencyClaim | null; keep?: boolean; isNew?: boolean };

/** Waits as long as the caller does. A waiting caller learns of a file that cannot be analysed, and the item goes. */
async function answerWhenSettled(
  context: UploadContext,
  { signal }: UploadRequest,
  listening: Listening,
  { claim, keep = false, isNew = false }: Asked,
): Promise<UploadAnswer> {
  const found = await listening.verdict(isNew);
  if (!found) throw new AppError('media_not_found');
  const { item } = found;
  const now = context.clock.now();
  if (!keep && isNeverChecked(item) && !signal.aborted) {
    const { code, status, message } = undecodable(item);
    const finish = async (db: Db | Tx) => claim && finishIdempotent(db, claim, { status, answer: { code, message }, now });
    const onlyIf = and(eq(media.state, 'refused'), eq(media.attempt, item.attempt), isNull(media.moderationFlagged));
    if (await removeItem(context, item, { onlyIf, also: finish, reason: 'the file could not be analysed' }))
      throw new AppError(code, { message });
  }
  return await answerUpload(context, found, claim && { claim, status: isAnswered(item) ? 200 : 202 });
}

/** Refused at its first analysis: no verdict is lost with it. */
const isNeverChecked = ({ state, attempt, moderationFlagged }: MediaRow): boolean =>
  state === 'refused' && attempt === 1 && moderationFlagged === null;
