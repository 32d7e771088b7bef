import { type Box, boxesIn } from './boxes.ts';
import { metadataExtents } from './heif-items.ts';

/** Boxes that pictures are made of; the rest at the top of a file is told about them (also the video of a "live" picture). */
const needed = new Set(['ftyp', 'meta', 'moov', 'mdat', 'idat', 'free', 'skip', 'wide', 'pdin', 'moof', 'mfra', 'sidx', 'styp']);
const toldInMovie = new Set(['udta', 'meta', 'uuid']);

/** Empties a box where it stands: nothing moves, so every place that the file names stays right. */
function empty(file: Buffer, box: Box): void {
  file.write('free', box.start + 4, 'latin1');
  file.fill(0, box.data, box.end);
}

function emptyMovie(file: Buffer, movie: Box): void {
  for (const box of boxesIn(file, movie.data, movie.end)) {
    if (toldInMovie.has(box.type)) empty(file, box);
    else if (box.type === 'trak') emptyMovie(file, box);
  }
}

/**
 * A HEIC, HEIF or AVIF file in which EXIF, XMP and boxes of other makers are overwritten with zeros. How it is turned stands in the
 * picture's own properties and stays.
 * @throws RangeError when its boxes cannot be followed
 */
export function stripIso(original: Buffer): Buffer {
  const file = Buffer.from(original);
  for (const box of boxesIn(file, 0, file.length)) {
    if (!needed.has(box.type)) empty(file, box);
    if (box.type === 'moov') emptyMovie(file, box);
    if (box.type !== 'meta') continue;
    for (const { from, to } of metadataExtents(file, box)) {
      if (to > file.length) throw new RangeError('Metadata lie beyond the file');
      file.fill(0, from, to);
    }
  }
  return file;
}
