import { limits } from '@clearframe/contract';

const sentences = {
  unsupported: 'The file is not a picture of a supported kind (JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF)',
  undecodable: 'The file is damaged or incomplete and could not be decoded',
  too_many_pixels: `The picture is too large: more than ${limits.maxPixels / 1_000_000} million pixels`,
  side_too_long: `The picture is too long: more than ${limits.maxSidePixels.toLocaleString('en')} pixels on one side`,
  too_many_pages: `The animation is too long: more than ${limits.animationPagesMax} frames`,
  video: 'The file is a video; only pictures are analysed here',
  no_video: 'The file holds no video, only sound or nothing at all',
  video_unsupported: 'The file is not a video of a supported kind (MP4, MOV, AVI, WebM)',
  video_empty: 'The file is empty',
  video_second_format: 'The file is a video and something else at the same time, so it was refused',
  video_codec: 'The video is of a codec that is not supported here',
  video_tracks: 'The file holds more than one video track, of which players show one or another',
  video_undecodable: 'The video is damaged or incomplete and could not be decoded',
  video_ends_early: 'The video is incomplete: it ends before its header says',
  video_too_long: `The video is too long: more than ${limits.videoMaxMs / 3_600_000} hours`,
  video_too_many_pixels: `The video is too large: more than ${limits.videoMaxPixels / 1_000_000} million pixels in a picture`,
  video_too_costly: 'The video would take more memory or time to decode than is allowed here',
} as const;

/** Why a file gets no analysis. */
export type MediaErrorReason = keyof typeof sentences;

/** For whoever reads one from another process. */
export const isMediaErrorReason = (text: string): text is MediaErrorReason => Object.hasOwn(sentences, text);

/** What the engine throws for a file that gets no analysis. `message` is a sentence for people; the codec's own words are in `cause`. */
export class MediaError extends Error {
  readonly reason: MediaErrorReason;

  constructor(reason: MediaErrorReason, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? sentences[reason], { cause: options.cause });
    this.name = 'MediaError';
    this.reason = reason;
  }
}
