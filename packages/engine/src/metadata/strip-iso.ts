import { boxesIn } from './boxes.ts';
import { metadataExtents } from './heif-items.ts';
import { empty, emptyMovie } from './strip-movie.ts';

/** Boxes that pictures are made of; the rest at the top of a file is told about them (also the video of a "live" picture). */
const needed = new Set(['ftyp', 'meta', 'moov', 'mdat', 'idat', 'free', 'skip', 'wide', 'pdin', 'moof', 'mfra', 'sidx', 'styp']);

/**
 * A HEIC, HEIF or AVIF file in which EXIF, XMP and boxes of other makers are overwritten with zeros. How it is turned stands in the
 * picture's own properties and stays.
 * @throws RangeError when its boxes cannot be followed
 */
export function stripIso(original: Buffer): Buffer {
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
