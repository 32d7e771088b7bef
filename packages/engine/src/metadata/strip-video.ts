import type { MediaKind } from '@clearframe/contract';
import { stripAvi } from './strip-avi.ts';
import { stripMp4 } from './strip-mp4.ts';
import { stripWebm } from './strip-webm.ts';

type Stripper = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>;
const strippers: Partial<Record<MediaKind, Stripper>> = { mp4: stripMp4, mov: stripMp4, avi: stripAvi, webm: stripWebm };

/**
 * A film in which what is told about it (place, time, names, the recorder) is overwritten with zeros. Its length and every place in it
 * stay, the frames are copied as they are. Passes on what it reads.
 * @throws RangeError when its container cannot be followed, or is none: what was passed on is to be thrown away
 */
export async function* stripVideo(kind: MediaKind, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const strip = strippers[kind];
  if (!strip) throw new RangeError(`${kind} is no film`);
  yield* strip(source);
}
