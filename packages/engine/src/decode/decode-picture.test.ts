import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, sevenFormats } from '../../test/fixture.ts';
import { decodePicture, spreadPages } from './decode-picture.ts';

/** Red, green, blue at a place given in shares of width and height. */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const [{ data, width, height }] = (await decodePicture(bytes)).frames;
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('decodePicture', () => {
  it.each(sevenFormats)('API-02 UP-02 decodes %s to the same picture, its kind told by content', async (name) => {
    const picture = await decodePicture(fixture(name));
    expect(picture).toMatchObject({ kind: name.split('.').at(-1)?.replace('jpg', 'jpeg'), width: 240, height: 180, pages: 1 });
    expect(picture.frames).toHaveLength(1);
    const [red = 0, green = 0, blue = 0] = await colourAt(fixture(name), 0.26, 0.5);
    expect(red).toBeGreaterThan(blue + 60);
    expect(green).toBeGreaterThan(blue + 60);
  });

  it('turns a picture upright by its EXIF orientation and reports the upright size', async () => {
    const [upright, rotated] = [fixture('formats/pears.jpg'), fixture('formats/rotated.jpg')];
    expect(await sharp(rotated).metadata()).toMatchObject({ width: 180, height: 240 });
    expect(await decodePicture(rotated)).toMatchObject({ width: 240, height: 180 });
    const [a, b] = [await colourAt(upright, 0.26, 0.5), await colourAt(rotated, 0.26, 0.5)];
    for (const channel of [0, 1, 2]) expect(Math.abs((a[channel] ?? 0) - (b[channel] ?? 255))).toBeLessThan(12);
  });

  it.each(['cmyk.jpg', 'grey.jpg', 'grey.png', 'deep.png'])('decodes %s to three bytes a pixel', async (name) => {
    const picture = await decodePicture(fixture(`formats/${name}`));
    expect(picture.frames[0].data).toHaveLength(picture.width * picture.height * 3);
  });

  it('keeps CMYK and 16-bit pictures in their colours', async () => {
    const [red = 0, , blue = 255] = await colourAt(fixture('formats/cmyk.jpg'), 0.26, 0.5);
    expect(red).toBeGreaterThan(blue + 50);
    const [deep = 0, , deepBlue = 255] = await colourAt(fixture('formats/deep.png'), 0.26, 0.5);
    expect(deep).toBeGreaterThan(deepBlue + 50);
  });

  it('lays transparency over white, whatever colour lies beneath', async () => {
    expect(await colourAt(fixture('formats/alpha.png'), 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it('reports the original size of a picture that it shrinks', async () => {
    const picture = await decodePicture(fixture('formats/wide.png'));
    expect(picture).toMatchObject({ width: 4000, height: 600 });
    expect(picture.frames[0]).toMatchObject({ width: 1600, height: 240 });
  });

  it.each(['late-frame.gif', 'late-frame.webp'])('decodes eight of the twelve frames of %s', async (name) => {
    const picture = await decodePicture(fixture(`formats/${name}`));
    expect(picture).toMatchObject({ pages: 12, width: 88, height: 88 });
    expect(picture.frames).toHaveLength(8);
  });

  it('takes the primary image of a HEIC file, not the first', async () => {
    expect(await decodePicture(fixture('formats/second-primary.heic'))).toMatchObject({ width: 224, height: 224 });
  });
});

describe('spreadPages', () => {
  it('takes all frames of a short animation', () => {
    expect(spreadPages(1, 8)).toEqual([0]);
    expect(spreadPages(3, 8)).toEqual([0, 1, 2]);
    expect(spreadPages(8, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('spreads evenly from the first to the last frame of a long one', () => {
    expect(spreadPages(12, 8)).toEqual([0, 2, 3, 5, 6, 8, 9, 11]);
    expect(spreadPages(1000, 8)).toEqual([0, 143, 285, 428, 571, 714, 856, 999]);
  });
});
