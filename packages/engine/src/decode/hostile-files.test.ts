import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, fixturesIn, rejection, sevenFormats } from '../../test/fixture.ts';
import { hollowGif, pngChunk } from '../../test/picture-parts.ts';
import { MediaError } from '../media-error.ts';
import { decodePicture } from './decode-picture.ts';

const text = (content: string) => new TextEncoder().encode(content);

/** A PNG that declares a size and holds next to no pixels. */
function hollowPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = fixture('formats/pears.png').subarray(0, 8);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.alloc(20)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  const error = await rejection(decodePicture(bytes));
  expect(error).toBeInstanceOf(MediaError);
  return error instanceof MediaError ? error.reason : '';
}

describe('files that are no picture', () => {
  it.each([
    ['an empty file', new Uint8Array()],
    ['a few bytes', Uint8Array.of(0xff, 0xd8, 0xff)],
    ['a text', text('This is only named holiday.jpg')],
    ['a page', text('<!doctype html><html><script>alert(1)</script></html>')],
    ['an SVG', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ['a PDF', text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
  ])('SEC-07 UP-02 refuses %s as unsupported', async (_, bytes) => expect(await reasonOf(bytes)).toBe('unsupported'));

  it('UP-07 says that a video is one', async () => {
    expect(await reasonOf(text('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'))).toBe('video');
  });

  it.each(['GIF89a/*aaaaaaaaaaaa*/=1;alert(1)', 'RIFF\0\0\0\0WEBP/**/alert(1)'])(
    'SEC-07 refuses %j, a script with a picture’s first bytes',
    async (content) => {
      expect(await reasonOf(text(content))).toBe('undecodable');
    },
  );

  it('SEC-07 refuses a picture that is a page for other readers', async () => {
    const polyglot = Buffer.concat([fixture('formats/pears.jpg'), text('<script>alert(1)</script>')]);
    expect(await reasonOf(polyglot)).toBe('unsupported');
  });

  it('SEC-07 refuses an animated PNG, of which only the first picture would be judged', async () => {
    const png = fixture('formats/pears.png');
    const animated = Buffer.concat([png.subarray(0, 33), pngChunk('acTL', Buffer.alloc(8)), png.subarray(33)]);
    expect(await rejection(decodePicture(animated))).toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining('animated PNG'),
    });
  });
});

describe('files that would cost too much', () => {
  it('SEC-07 refuses 65,000 × 65,000 pixels by the header alone', async () => {
    expect(await reasonOf(hollowPng(65_000, 65_000))).toBe('too_many_pixels');
  });

  it.each([
    [65_536, 1],
    [1, 65_536],
    [50_000_000, 1],
    [1, 50_000_000],
  ])('SEC-07 refuses a side of more than 65,535 pixels: %i × %i', async (width, height) => {
    expect(await reasonOf(hollowPng(width, height))).toBe('side_too_long');
  });

  it('SEC-07 refuses a HEIC by its declared size, before its pixels', async () => {
    const huge = Buffer.from(fixture('formats/pears.heic'));
    const size = huge.indexOf('ispe') + 8;
    huge.writeUInt32BE(20_000, size);
    huge.writeUInt32BE(20_000, size + 4);
    expect(await reasonOf(huge)).toBe('too_many_pixels');
  });

  it('SEC-07 refuses an animation whose frames together are too large, and takes a smaller one of the same make', async () => {
    expect(await reasonOf(hollowGif(2_000, 101))).toBe('too_many_pixels');
    expect(await decodePicture(hollowGif(100, 17))).toMatchObject({ pages: 17, width: 100 });
  });

  it('SEC-07 refuses an animation of more than 1,000 frames', async () => {
    const pages = 1_001;
    const strip = Uint8Array.from({ length: pages * 3 }, (_, index) => (Math.floor(index / 3) % 2) * 255);
    const gif = await sharp(strip, { raw: { width: 1, height: pages, channels: 3, pageHeight: 1 } })
      .gif({ delay: 20 })
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(pages);
    expect(await reasonOf(gif)).toBe('too_many_pages');
  });
});

describe('damaged files', () => {
  const cut = [...sevenFormats, 'formats/late-frame.gif', 'formats/late-frame.webp', 'formats/deep.png', 'formats/cmyk.jpg'];
  it.each(cut)('SEC-07 refuses %s wherever it is cut off', async (name) => {
    const bytes = fixture(name);
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.98]) {
      expect(await reasonOf(bytes.subarray(0, Math.floor(bytes.length * share))), `${share}`).toBe('undecodable');
    }
  });

  it.each(fixturesIn('formats'))('SEC-07 ends in a picture or a MediaError when bytes of %s are changed', async (name) => {
    const original = fixture(name);
    let seed = 7;
    // A linear congruential generator (Numerical Recipes): the same changes at every run.
    const next = (below: number) => {
      seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
      return Math.floor((seed / 4_294_967_296) * below);
    };
    for (let round = 0; round < 12; round++) {
      const bytes = Buffer.from(original);
      for (let change = 0; change <= round; change++) bytes[next(bytes.length)] = next(256);
      const outcome = await decodePicture(bytes).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(MediaError);
      else expect(outcome).toHaveProperty('frames');
    }
  });
});
