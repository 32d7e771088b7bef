import type { MediaKind } from '@clearframe/contract';
import { stripGif } from './strip-gif.ts';
import { stripIso } from './strip-iso.ts';
import { stripJpeg } from './strip-jpeg.ts';
import { stripPng } from './strip-png.ts';
import { stripWebp } from './strip-webp.ts';

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
