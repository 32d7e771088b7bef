import sharp from 'sharp';
import type { Pixels } from '../decode/pixels.ts';
import type { Shown } from './analyser.ts';
import { fitPixels } from './fit-pixels.ts';

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

/** Every provider takes so much. */
const jpegMaxBytes = 4_000_000;
/** The first that fits is sent: at 1600 pixels a side the first does for all but noise. */
const qualities = [90, 75, 50, 20];

async function toJpeg({ data, width, height }: Pixels): Promise<Uint8Array> {
  let jpeg: Uint8Array = new Uint8Array();
  for (const quality of qualities) {
    jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (jpeg.length <= jpegMaxBytes) break;
  }
  return jpeg;
}

/** A decoded picture as analysers are shown it; its JPEG is made once, when the first asks for it. */
export function createShown(pixels: Pixels): Shown {
  const { width, height } = pixels;
  let jpeg: Promise<Uint8Array> | undefined;
  return {
    width,
    height,
    pixels: async () => pixels,
    resized: async (to) => fitPixels(pixels, to),
    jpeg: async (leastSide = 0) => {
      if (width < leastSide || height < leastSide) return await padPicture(pixels, leastSide);
      jpeg ??= toJpeg(pixels);
      return await jpeg;
    },
  };
}
