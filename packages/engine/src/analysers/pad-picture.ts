import sharp from 'sharp';
import type { Pixels } from '../decode/pixels.ts';

/** As grey as the mean of pictures, so that the border is no shape of its own. */
const border = { r: 128, g: 128, b: 128 };

/**
 * The picture as JPEG for a provider that refuses small ones: sides shorter than `leastSide` get a grey border, nothing is enlarged.
 * @param leastSide pixels
 */
export async function padPicture({ data, width, height }: Pixels, leastSide: number): Promise<Uint8Array> {
  const right = Math.max(0, leastSide - width);
  const bottom = Math.max(0, leastSide - height);
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .extend({ right, bottom, background: border })
    .jpeg({ quality: 90 })
    .toBuffer();
}
