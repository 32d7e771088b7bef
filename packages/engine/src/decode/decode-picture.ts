import { limits, type MediaKind, mediaKinds, sniffKind } from '@clearframe/contract';
import { MediaError } from '../media-error.ts';
import { checkComplete } from './complete-file.ts';
import { decodeHeif } from './decode-heif.ts';
import { decodeRaster, readHeader } from './decode-raster.ts';
import { hidesSecondFormat } from './hidden-format.ts';
import type { Pixels } from './pixels.ts';

/** A decoded file. Width and height are those of the upright original, in pixels; `frames` has at least one entry. */
export type Picture = { kind: MediaKind; width: number; height: number; pages: number; frames: [Pixels, ...Pixels[]] };

/**
 * Most pixels of all frames together. Frames build on those before them, so the eighth costs all of them: at 200 million a GIF
 * takes 1 CPU-second and a WebP 3.
 */
const ANIMATION_PIXELS_MAX = 400_000_000;

/** What the raster library must find in a file of each kind; a file that two readers take for two things is not judged. */
const formats: Partial<Record<MediaKind, string>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heic: 'heif',
  heif: 'heif',
  avif: 'heif',
};

/**
 * Decodes a picture of any accepted kind. The kind comes from the content, the limits are checked on the header.
 * Of an animation up to 8 frames are decoded, spread evenly from the first to the last.
 * @throws MediaError for everything that is not one complete picture
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const kind = sniffKind(bytes.subarray(0, 64));
  if (!kind) throw new MediaError('unsupported');
  if (mediaKinds[kind].medium === 'video') throw new MediaError('video');
  if (hidesSecondFormat(bytes)) {
    throw new MediaError('unsupported', {
      message: 'The file is a picture and something else at the same time, so it was refused',
    });
  }
  checkComplete(kind, bytes);

  const header = await readHeader(bytes);
  if (header.format !== formats[kind]) throw new MediaError('undecodable');
  const { width, height } = header.autoOrient;
  if (width * height > limits.maxPixels) throw new MediaError('too_many_pixels');
  if (Math.max(width, height) > limits.maxSidePixels) throw new MediaError('side_too_long');
  if (header.compression === 'hevc') {
    const { pixels, ...size } = await decodeHeif(bytes);
    return { kind, ...size, pages: 1, frames: [pixels] };
  }

  if (kind !== 'gif' && kind !== 'webp') return { kind, width, height, pages: 1, frames: [await decodeRaster(bytes)] };

  const pages = header.pages ?? 1;
  if (pages > limits.animationPagesMax) throw new MediaError('too_many_pages');
  if (width * height * pages > ANIMATION_PIXELS_MAX) {
    const message = `The animation is too large: more than ${ANIMATION_PIXELS_MAX / 1_000_000} million pixels in all its frames`;
    throw new MediaError('too_many_pixels', { message });
  }
  const [first, ...others] = spreadPages(pages, limits.animationFramesAnalysed);
  const frames: Picture['frames'] = [await decodeRaster(bytes, first)];
  for (const page of others) frames.push(await decodeRaster(bytes, page));
  return { kind, width, height, pages, frames };
}

/** At most `count` page numbers from the first to the last, evenly apart. */
export function spreadPages(pages: number, count: number): [number, ...number[]] {
  if (pages <= 1) return [0];
  const taken = Math.min(pages, count);
  const rest = Array.from({ length: taken - 1 }, (_, index) => Math.round(((index + 1) * (pages - 1)) / (taken - 1)));
  return [0, ...rest];
}
