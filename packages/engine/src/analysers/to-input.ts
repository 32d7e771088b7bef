import sharp from 'sharp';
import type { Pixels } from '../decode/pixels.ts';
import type { AnalyserInput } from './analyser.ts';

/** Every provider takes so much. */
const jpegMaxBytes = 4_000_000;
/** The first that fits is sent: at 1600 pixels a side the first does for all but noise. */
const qualities = [90, 75, 50, 20];
/** Longer texts are cut: nobody reads a book for a picture, and providers count it. */
export const textMaxLength = 10_000;

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

/** A decoded picture and its texts as analysers take them; the JPEG is made once, when the first asks for it. */
export function toInput(pixels: Pixels, texts: readonly (string | null)[]): AnalyserInput {
  let jpeg: Promise<Uint8Array> | undefined;
  return {
    pixels,
    jpeg: () => {
      jpeg ??= toJpeg(pixels);
      return jpeg;
    },
    text: texts
      .filter((text) => text !== null && text.trim() !== '')
      .join('\n')
      .slice(0, textMaxLength)
      .toWellFormed(),
  };
}
