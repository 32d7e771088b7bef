import {
  type Analysis,
  AppError,
  type AuthorInput,
  type CheckDoor,
  type KeepChecks,
  limits,
  type Moderation,
  mediaKinds,
} from '@clearframe/contract';
import type { VideoProbe } from '@clearframe/engine/light';
import { pendingObjects, sureOfRowsMs } from '../../objects/pending-objects.ts';
import { newId } from '../../security/new-id.ts';
import { sha256 } from '../../security/secrets.ts';
import { fetchUpload } from '../upload/fetch-upload.ts';
import { type Submission, submitTogether } from '../upload/submit.ts';
import { type TakenFile, takeIn } from '../upload/take-in.ts';
import { probeIfVideo, type UploadContext } from '../upload/upload.ts';
import type { UploadRules } from '../upload/upload-rules.ts';
import type { UploadTexts } from '../upload/upload-texts.ts';
import { ofPicture } from './picture-refused.ts';
import { type CheckLimits, sayLimits, videoTooLong } from './say-limits.ts';

/**
 * Bytes as their sender sends them, an http(s) address that is fetched through the guard of uploads, or something else that this server
 * reads from elsewhere until the signal aborts.
 */
export type CheckPicture =
  | { bytes: AsyncIterable<Buffer> }
  | { url: string }
  | { read(signal: AbortSignal): AsyncIterable<Buffer> };

/** Whether this server reads it from elsewhere: how long that may take is no matter of the caller's connection. */
export const isFetched = (picture: CheckPicture): boolean => !('bytes' in picture);

/** Whether a door has an answer in what a picture came to. */
export type CanAnswer = (result: { analysis: Analysis; moderation: Moderation }) => boolean;

export type CheckRequest = {
  accountId: string;
  /** The API token that was borne; null where a door proves itself otherwise. */
  tokenId: string | null;
  door: CheckDoor;
  /** One request: all are judged and charged, or none. */
  pictures: readonly CheckPicture[];
  /** What stands beside them, for keywords and analysers. */
  text?: string | null;
  /** The caller's own name for it, on what is kept. */
  reference?: string | null;
  /** Who made it, where the door may be told: what holds for them is applied. */
  author?: AuthorInput | null;
  /** Which become items of Content Review. */
  keep: KeepChecks;
  /** For the verdict; where something is read from elsewhere, for all of that and the verdict together. */
  waitMs: number;
  /** What the door can answer with. Without it there is no verdict, and nothing is charged. Default: any result. */
  answers?: CanAnswer;
  /** The caller went away, or the server stops: the check ends, uncharged. */
  signal: AbortSignal;
} & CheckLimits;

/** How a door refuses; each says it again in its own format. */
const rulesOf = ({ maxBytes = limits.checkMaxBytes, videoMaxSeconds = 0 }: CheckRequest): UploadRules => ({
  source: 'api',
  maxBytes,
  waitMs: 0,
  refusals: {
    missing: 'media_required',
    blankUrl: 'url_invalid',
    unsupported: 'api_file_unsupported',
    tooLarge: 'body_too_large',
    video: videoMaxSeconds > 0 ? null : 'api_file_unsupported',
  },
});

const textsOf = ({ door, text = null, reference = null, author = null }: CheckRequest): UploadTexts => ({
  title: null,
  description: text,
  caption: null,
  tags: [],
  metadata: { door, ...(reference === null ? {} : { reference }) },
  ...(author === null ? {} : { author }),
});

function bytesOf({ fetcher }: UploadContext, picture: CheckPicture, rules: UploadRules, signal: AbortSignal) {
  if ('bytes' in picture) return picture.bytes;
  return 'url' in picture ? fetchUpload(fetcher, picture.url, rules, signal) : picture.read(signal);
}

type Taken = { mediaId: string; file: TakenFile; video: VideoProbe | null; url: string | null };

/**
 * Stores the pictures of a request and makes items of them in one transaction: their frames are held together, all or none.
 * @returns their ids, in order
 * @throws PictureRefused for one that cannot be taken (url_refused where its address took all of the time), AppError for everything else,
 * such as analysis_unavailable where nobody waits any more; then nothing is kept
 */
export async function takePictures(context: UploadContext, request: CheckRequest): Promise<string[]> {
  const { accountId, tokenId, pictures, videoMaxSeconds = 0 } = request;
  const rules = rulesOf(request);
  // One time for all addresses: one after the other could otherwise take minutes.
  const ends = AbortSignal.any([request.signal, AbortSignal.timeout(request.waitMs)]);
  const pending = pendingObjects(context, accountId, sureOfRowsMs);
  const taken: Taken[] = [];
  const files: TakenFile[] = [];
  try {
    for (const [index, picture] of pictures.entries())
      await ofPicture(index, async () => {
        const mediaId = newId();
        const bytes = bytesOf(context, picture, rules, ends);
        const to = { pending, storage: context.storage };
        const file = await sayLimits(request, () => takeIn(to, `${accountId}/${mediaId}`, bytes, rules));
        files.push(file);
        const video = await probeIfVideo(context, file);
        if (video && video.seconds > videoMaxSeconds) throw videoTooLong(videoMaxSeconds);
        taken.push({ mediaId, file, video, url: 'url' in picture ? picture.url : null });
      });
    const submissions = taken.map(
      ({ mediaId, file, video, url }): Submission => ({
        mediaId,
        uploader: { accountId, userId: null, accessTokenId: tokenId },
        rules,
        file,
        video,
        originalFilename: `${mediaId}.${mediaKinds[file.kind].extension}`,
        originalUrl: url !== null && /^https?:/i.test(url) ? url : null,
        texts: textsOf(request),
        claim: null,
        bodyHash: sha256(mediaId),
        isAnswered: false,
        kept: false,
        bare: request.keep === 'none',
      }),
    );
    await submitTogether(context, submissions);
    return taken.map(({ mediaId }) => mediaId);
  } catch (error) {
    await pending.drop();
    // What was cut off is no fault of its address.
    if (request.signal.aborted && pictures.some(isFetched))
      throw new AppError('analysis_unavailable', { detail: 'the caller is gone, or the server stops', cause: error });
    throw error;
  } finally {
    for (const { copy } of files) await copy?.remove();
  }
}
