import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createShown, padPicture } from './shown.ts';

const pixelsOf = (width: number, height: number) => ({ data: new Uint8Array(width * height * 3).fill(200), width, height });

describe('padPicture', () => {
  it.each([
    [8, 8, 80, 80],
    [79, 200, 80, 200],
    [1600, 2, 1600, 80],
  ])('gives %i×%i a border to %i×%i', async (width, height, toWidth, toHeight) => {
    const padded = await sharp(await padPicture(pixelsOf(width, height), 80)).metadata();
    expect(padded).toMatchObject({ format: 'jpeg', width: toWidth, height: toHeight });
  });

  it('leaves the picture in its place and as large as it was', async () => {
    const { data, info } = await sharp(await padPicture(pixelsOf(16, 16), 80))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    expect(at(4, 4)).toBeGreaterThan(190);
    expect(at(60, 60)).toBeLessThan(140);
  });

  it('takes the common JPEG for pictures that are large enough', async () => {
    const shown = createShown(pixelsOf(80, 80));
    expect(await shown.jpeg(80)).toBe(await shown.jpeg());
    expect(await shown.jpeg(81)).not.toBe(await shown.jpeg());
  });
});
