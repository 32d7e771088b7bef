import type { MediaKind } from '@clearframe/contract';
import { boxesIn } from './boxes.ts';
import { metadataExtents } from './heif-items.ts';
import { stripGif } from './strip-gif.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { empty, emptyMovie } from './strip-movie.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

/** Boxes that pictures are made of; the rest at the top of a file is told about them (also the video of a "live" picture). */
const needed = new Set(['ftyp', 'meta', 'moov', 'mdat', 'idat', 'free', 'skip', 'wide', 'pdin', 'moof', 'mfra', 'sidx', 'styp']);

/**
 * A HEIC, HEIF or AVIF file in which EXIF, XMP and boxes of other makers are overwritten with zeros. How it is turned stands in the
 * picture's own properties and stays.
 * @throws RangeError when its boxes cannot be followed
 */
function stripIso(original: Buffer): Buffer {
  const file = Buffer.from(original);
  for (const box of boxesIn(file, 0, file.length)) {
    if (!needed.has(box.type)) empty(file, box);
    if (box.type === 'moov') emptyMovie(file, boxesIn(file, box.data, box.end));
    if (box.type !== 'meta') continue;
    for (const { from, to } of metadataExtents(file, box)) {
      if (to > file.length) throw new RangeError('Metadata lie beyond the file');
      file.fill(0, from, to);
    }
  }
  return file;
}

const strippers: Partial<Record<MediaKind, (file: Buffer) => Buffer>> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
  heic: stripIso,
  heif: stripIso,
  avif: stripIso,
};

/**
 * The same picture without what is told about it: place, time, camera, names, comments, hidden previews. Its pixels are not encoded
 * again, and how it has to be turned stays. Colour profiles stay too.
 * @returns null when the file is of another kind or built in a way that cannot be followed: then nothing is known of it
 */
export function stripMetadata(kind: MediaKind, bytes: Uint8Array): Uint8Array | null {
  const strip = strippers[kind];
  if (!strip) return null;
  try {
    return strip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
