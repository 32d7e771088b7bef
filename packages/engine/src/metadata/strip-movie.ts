import { type Box, boxesIn } from './boxes.ts';

const told = new Set(['udta', 'meta', 'uuid']);

/** Empties a box where it stands: nothing moves, so every place that the file names stays right. */
export function empty(file: Buffer, box: Box): void {
  file.write('free', box.start + 4, 'latin1');
  file.fill(0, box.data, box.end);
}

/** Whether a track holds what was measured beside the film, such as the way that a camera took. Source: ISO/IEC 14496-12, 8.4.3. */
function isMeasured(file: Buffer, track: Box): boolean {
  const media = boxesIn(file, track.data, track.end).find(({ type }) => type === 'mdia');
  const handler = media && boxesIn(file, media.data, media.end).find(({ type }) => type === 'hdlr');
  return handler !== undefined && file.toString('latin1', handler.data + 8, handler.data + 12) === 'meta';
}

/** Empties what is told about a film, in the boxes of its `moov` or of one of its tracks. @throws RangeError */
export function emptyMovie(file: Buffer, boxes: readonly Box[]): void {
  for (const box of boxes) {
    if (told.has(box.type)) empty(file, box);
    else if (box.type !== 'trak') continue;
    else if (isMeasured(file, box)) empty(file, box);
    else emptyMovie(file, boxesIn(file, box.data, box.end));
  }
}
