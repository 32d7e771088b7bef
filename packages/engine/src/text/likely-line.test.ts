import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixture.ts';
import { decodePicture } from '../decode/decode-picture.ts';
import { cutLikelyLine } from './likely-line.ts';

const SIZE = { width: 320, height: 192 };
const WIDTH = 1_000;
const HEIGHT = 750;

/** Red letters are drawn by strokes, so that the part with them can be told by its colour. */
async function drawn(x: number, y: number) {
  const strokes = Array.from({ length: 24 }, (_, n) => `<rect x="${x + n * 8}" y="${y}" width="3" height="20" fill="#ff0000"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${strokes.join('')}</svg>`;
  const bytes = await sharp(fixture('benign/dunes.webp'))
    .resize(WIDTH, HEIGHT, { fit: 'cover' })
    .modulate({ saturation: 0 })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
  return (await decodePicture(bytes)).frames[0];
}

/** Pixels that are clearly red. */
function redIn(data: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) - (data[at + 1] ?? 0) > 150) count += 1;
  return count;
}

describe('the place that looks most like a line of writing', () => {
  it.each([
    [0, 0],
    [400, 360],
    [808, 728],
    [10, 700],
  ])('KEY-04 is the row of strokes at %i, %i', async (x, y) => {
    const pixels = await drawn(x, y);
    const place = cutLikelyLine(pixels, SIZE);
    expect(place).toMatchObject(SIZE);
    expect(place.data).toHaveLength(SIZE.width * SIZE.height * 3);
    expect(redIn(place.data)).toBe(redIn(pixels.data));
  });

  it('is within the picture where it has nothing, or is as small as the place', () => {
    for (const [width, height] of [
      [900, 400],
      [320, 192],
    ] as const) {
      const blank = { data: new Uint8Array(width * height * 3).fill(7), width, height };
      const place = cutLikelyLine(blank, SIZE);
      expect(place.data.every((value) => value === 7)).toBe(true);
      expect(place.data).toHaveLength(SIZE.width * SIZE.height * 3);
    }
  });
});
