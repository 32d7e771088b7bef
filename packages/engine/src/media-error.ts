import { limits } from '@clearframe/contract';

/** Why a file gets no analysis. */
export type MediaErrorReason = 'unsupported' | 'undecodable' | 'too_many_pixels' | 'side_too_long' | 'too_many_pages' | 'video';

const sentences: Record<MediaErrorReason, string> = {
  unsupported: 'The file is not a picture of a supported kind (JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF)',
  undecodable: 'The file is damaged or incomplete and could not be decoded',
  too_many_pixels: `The picture is too large: more than ${limits.maxPixels / 1_000_000} million pixels`,
  side_too_long: `The picture is too long: more than ${limits.maxSidePixels.toLocaleString('en')} pixels on one side`,
  too_many_pages: `The animation is too long: more than ${limits.animationPagesMax} frames`,
  video: 'The file is a video; only pictures are analysed here',
};

/** What the engine throws for a file that gets no analysis. `message` is a sentence for people; the codec's own words are in `cause`. */
export class MediaError extends Error {
  readonly reason: MediaErrorReason;

  constructor(reason: MediaErrorReason, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? sentences[reason], { cause: options.cause });
    this.name = 'MediaError';
    this.reason = reason;
  }
}
