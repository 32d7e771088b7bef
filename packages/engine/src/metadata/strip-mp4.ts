import { boxesIn } from './boxes.ts';
import { byteReader } from './byte-reader.ts';
import { emptyMovie } from './strip-movie.ts';

/** Boxes that a film is made of; the rest at the top of a file is told about it. */
const needed = new Set(['ftyp', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'styp', 'free', 'skip', 'wide', 'pdin']);

/** The tables of two hours with sound take some 10 MB. They are the only part that is in memory as a whole. */
const MOVIE_MAX_BYTES = 64 * 1_048_576;

/**
 * An MP4 or QuickTime file in which place, time, maker and the like are overwritten with zeros, also a track of places beside the
 * film. Its length and every place in it stay, the film is copied as it is. Passes on what it reads.
 * @throws RangeError when its boxes cannot be followed: what was passed on is to be thrown away
 */
export async function* stripMp4(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const bytes = byteReader(source);
  for (let head = await bytes.take(8); head.length > 0; head = await bytes.take(8)) {
    if (head.length < 8) throw new RangeError('The file ends within a box');
    const type = head.toString('latin1', 4, 8);
    const declared = head.readUInt32BE(0);
    const wide = declared === 1 ? await bytes.take(8) : Buffer.alloc(0);
    const length = declared === 1 ? Number(wide.readBigUInt64BE(0)) : declared;
    const left = declared === 0 ? Number.POSITIVE_INFINITY : length - 8 - wide.length;
    if (left < 0) throw new RangeError('A box is shorter than its head');
    if (type === 'moov') {
      if (left > MOVIE_MAX_BYTES) throw new RangeError('The tables of the film are too large');
      const movie = await bytes.take(left);
      if (movie.length < left) throw new RangeError('The file ends within the tables of the film');
      emptyMovie(movie, boxesIn(movie, 0, movie.length));
      yield* [head, wide, movie];
    } else if (needed.has(type)) {
      yield* [head, wide];
      yield* bytes.pass(left);
    } else {
      head.write('free', 4, 'latin1');
      yield* [head, wide];
      yield* bytes.blank(left);
    }
  }
}
