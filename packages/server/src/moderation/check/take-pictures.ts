import { AppError, type CheckDoor, type KeepChecks, limits, mediaKinds } from '@clearframe/contract';
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

/** Bytes as they arrive, or an http(s) address that is fetched through the guard of uploads. */
export type CheckPicture = { bytes: AsyncIterable<Buffer> } | { url: string };

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
  /** Which become items of Content Review. */
  keep: KeepChecks;
  waitMs: number;
  /** The caller went away, or the server stops: the check ends, uncharged. */
  signal: AbortSignal;
  /** Default `limits.checkMaxBytes`. */
  maxBytes?: number;
  /** 0 = no videos. */
  videoMaxSeconds?: number;
};

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

const textsOf = ({ door, text = null, reference = null }: CheckRequest): UploadTexts => ({
  title: null,
  description: text,
  caption: null,
  tags: [],
  metadata: { door, ...(reference === null ? {} : { reference }) },
});

type Taken = { mediaId: string; file: TakenFile; video: VideoProbe | null; url: string | null };

/**
 * Stores the pictures of a request and makes items of them in one transaction: their frames are held together, all or none.
 * @returns their ids, in order
 * @throws PictureRefused for one that cannot be taken, AppError for everything else; then nothing is kept
 */
export async function takePictures(context: UploadContext, request: CheckRequest): Promise<string[]> {
  const { accountId, tokenId, pictures, videoMaxSeconds = 0 } = request;
  const rules = rulesOf(request);
  const pending = pendingObjects(context, accountId, sureOfRowsMs);
  const taken: Taken[] = [];
  const files: TakenFile[] = [];
  try {
    for (const [index, picture] of pictures.entries())
      await ofPicture(index, async () => {
        const mediaId = newId();
        const bytes = 'url' in picture ? fetchUpload(context.fetcher, picture.url, rules) : picture.bytes;
        const file = await takeIn({ pending, storage: context.storage }, `${accountId}/${mediaId}`, bytes, rules);
        files.push(file);
        const video = await probeIfVideo(context, file);
        if (video && video.seconds > videoMaxSeconds) throw new AppError('api_file_unsupported');
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
    throw error;
  } finally {
    for (const { copy } of files) await copy?.remove();
  }
}
