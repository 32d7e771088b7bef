import { limits } from '@clearframe/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MediaError } from '../media-error.ts';
import { DISPLAY_SIDE, type Pixels } from './pixels.ts';

// One picture at a time in each analysing process, and none of them twice: threads and a cache would only cost memory.
sharp.concurrency(1);
sharp.cache(false);

/** `warning` refuses whatever the codec doubts: a truncated or mutated file must not be judged by the part that decodes. */
const strict = { failOn: 'warning', limitInputPixels: limits.maxPixels } as const;

/** Reads the header alone: nothing is decoded, whatever size it declares. The caller checks the size. */
export async function readHeader(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, { ...strict, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new MediaError('undecodable', { cause });
  }
}

/**
 * Decodes a picture, or one page of an animation, to what the display copy needs: upright by its
 * EXIF orientation, in sRGB, transparency over white. A JPEG or WebP is shrunk while it is decoded.
 * @throws MediaError undecodable when the codec finds any fault
 */
export async function decodeRaster(bytes: Uint8Array, page?: number): Promise<Pixels> {
  const options = page === undefined ? strict : { ...strict, page, pages: 1 };
  return await toPixels(sharp(bytes, options).autoOrient());
}

/** Fits the picture to the display size, turns any colour space into sRGB bytes and lays transparency over white. */
export async function toPixels(picture: Sharp): Promise<Pixels> {
  try {
    const { data, info } = await picture
      .resize({ width: DISPLAY_SIDE, height: DISPLAY_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`The decoded picture has ${info.channels} channels instead of 3`);
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new MediaError('undecodable', { cause });
  }
}
