import { deflateSync } from 'node:zlib';
import { sniffKind } from '@clearframe/contract';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, sevenFormats } from '../../test/fixture.ts';
import { decodePicture } from '../decode/decode-picture.ts';
import { orientationOnly } from './orientation.ts';
import { stripMetadata } from './strip-metadata.ts';

const secret = 'Kept-in-the-camera';
const exif = {
  IFD0: { Artist: secret, ImageDescription: secret },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 4366/100' },
};
const xmp =
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description about="${secret}"/></rdf:RDF></x:xmpmeta>`;

const gradient = () => {
  const data = Buffer.from(Array.from({ length: 64 * 40 * 3 }, (_, index) => (index * 7) % 251));
  return sharp(data, { raw: { width: 64, height: 40, channels: 3 } });
};
/** Lying on its side, with a place, a name and a packet of XMP. */
const told = (picture: Sharp) => picture.withExif(exif).withMetadata({ orientation: 6 }).withXmp(xmp);

const encoders = {
  jpeg: () => told(gradient()).jpeg({ progressive: true }).toBuffer(),
  png: () => told(gradient()).png().toBuffer(),
  webp: () => told(gradient()).webp({ lossless: true }).toBuffer(),
  avif: () => told(gradient()).avif({ lossless: true }).toBuffer(),
} as const;

const upright = async (bytes: Uint8Array) => await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });

/** Not there, or nothing but zeros where it was. */
const isBlank = (bytes: Buffer | undefined) => bytes === undefined || bytes.every((byte) => byte === 0);

function stripped(bytes: Uint8Array, kind = sniffKind(bytes.subarray(0, 64))): Buffer {
  const clean = kind && stripMetadata(kind, bytes);
  if (!clean) throw new Error('It could not be stripped');
  return Buffer.from(clean);
}

/** A PNG chunk without a right check sum, which no test here reads. */
const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
};

describe('stripMetadata', () => {
  it.each(Object.entries(encoders))('takes place, names and XMP out of a %s and keeps every pixel upright', async (_, encode) => {
    const sent = await encode();
    expect(sent.includes(secret)).toBe(true);
    const clean = stripped(sent);
    expect(clean.includes(secret)).toBe(false);
    const facts = await sharp(clean).metadata();
    expect(isBlank(facts.xmp)).toBe(true);
    expect(isBlank(facts.exif) || (facts.exif?.length ?? 0) < 60).toBe(true);
    const [before, after] = [await upright(sent), await upright(clean)];
    expect(after.info).toEqual(before.info);
    expect(after.data.equals(before.data)).toBe(true);
    expect(stripped(clean).equals(clean)).toBe(true);
  });

  it.each([...sevenFormats, 'formats/rotated.jpg', 'formats/cmyk.jpg', 'formats/late-frame.gif', 'formats/late-frame.webp'])(
    'leaves the pixels of %s as they are',
    async (name) => {
      const sent = fixture(name);
      expect(await decodePicture(stripped(sent))).toEqual(await decodePicture(sent));
    },
  );

  it('drops what follows the end of a file, where phones put further pictures and videos', async () => {
    const jpeg = await gradient().jpeg().toBuffer();
    expect(stripped(Buffer.concat([jpeg, Buffer.from(secret)])).equals(stripped(jpeg))).toBe(true);
    const png = await gradient().png().toBuffer();
    expect(stripped(Buffer.concat([png, Buffer.from(secret)])).equals(stripped(png))).toBe(true);
  });

  it('drops comments of a JPEG, texts and private chunks of a PNG, comments and XMP of a GIF', async () => {
    const jpeg = await gradient().jpeg().toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, secret.length + 2]), Buffer.from(secret)]);
    expect(stripped(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])).includes(secret)).toBe(false);

    const png = await gradient().png().toBuffer();
    const texts = [
      chunk('tEXt', Buffer.from(`Author\0${secret}`)),
      chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)])),
      chunk('prIV', Buffer.from(secret)),
    ];
    const clean = stripped(Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]));
    for (const hidden of [secret, 'tEXt', 'zTXt', 'prIV']) expect(clean.includes(hidden)).toBe(false);

    const gif = Buffer.from(fixture('formats/pears.gif'));
    const [flags = 0] = gif.subarray(10);
    const start = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
    const left = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])]);
    const packet = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      Buffer.from('XMP DataXMP'),
      Buffer.from([secret.length]),
      Buffer.from(secret),
      Buffer.from([0]),
    ]);
    const cleanGif = stripped(Buffer.concat([gif.subarray(0, start), left, packet, gif.subarray(start)]));
    expect(cleanGif.includes(secret)).toBe(false);
    expect((await upright(cleanGif)).data.equals((await upright(gif)).data)).toBe(true);
  });

  it('empties boxes of other makers in a HEIC where they stand', () => {
    const heic = Buffer.from(fixture('formats/pears.heic'));
    const box = Buffer.concat([Buffer.alloc(4), Buffer.from('mpvd'), Buffer.from(secret)]);
    box.writeUInt32BE(box.length);
    const clean = stripped(Buffer.concat([heic, box]), 'heic');
    expect(clean.includes(secret)).toBe(false);
    expect(clean.subarray(0, heic.length).equals(heic)).toBe(true);
  });

  it.each(sevenFormats)('says of %s cut off or bent anywhere that nothing is known, and never throws', (name) => {
    const whole = Buffer.from(fixture(name));
    const kind = sniffKind(whole.subarray(0, 64));
    if (!kind) throw new Error('The fixture is of no known kind');
    for (let cut = 1; cut < 64; cut += 1) {
      const part = whole.subarray(0, Math.floor((whole.length * cut) / 64));
      expect(() => stripMetadata(kind, part)).not.toThrow();
      const bent = Buffer.from(whole);
      bent.fill(0xff, cut * 4, cut * 4 + 4);
      expect(() => stripMetadata(kind, bent)).not.toThrow();
    }
  });

  it('knows nothing of a kind that it cannot take apart', () => {
    expect(stripMetadata('webm', new Uint8Array(100))).toBeNull();
  });
});

describe('orientationOnly', () => {
  it.each([3, 6, 8])('is read by the codec as orientation %i', async (orientation) => {
    const jpeg = await gradient().withMetadata({ orientation }).jpeg().toBuffer();
    const clean = stripped(jpeg);
    expect((await sharp(clean).metadata()).orientation).toBe(orientation);
    expect(clean.includes(orientationOnly(orientation))).toBe(true);
  });
});
