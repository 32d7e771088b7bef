import type { Pixels } from './pixels.ts';

type Tap = { first: number; second: number; share: number };

/**
 * Bilinear resize to a square whose corner pixels are the corner pixels of the picture ("aligned corners"), proportions ignored:
 * the resize that nsfwjs applies and that its scores depend on. It reads four pixels for each one written, so its cost does not
 * grow with the picture.
 */
export function alignedResize(from: Pixels, side: number): Uint8Array {
  const columns = taps(from.width, side);
  const rows = taps(from.height, side);
  const { data, width } = from;
  const resized = new Uint8Array(side * side * 3);
  let at = 0;
  for (const row of rows) {
    const upper = row.first * width;
    const lower = row.second * width;
    for (const column of columns) {
      const topLeft = (upper + column.first) * 3;
      const topRight = (upper + column.second) * 3;
      const bottomLeft = (lower + column.first) * 3;
      const bottomRight = (lower + column.second) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const top = mix(data[topLeft + channel] ?? 0, data[topRight + channel] ?? 0, column.share);
        const bottom = mix(data[bottomLeft + channel] ?? 0, data[bottomRight + channel] ?? 0, column.share);
        resized[at++] = Math.round(mix(top, bottom, row.share));
      }
    }
  }
  return resized;
}

const mix = (from: number, to: number, share: number) => from + (to - from) * share;

/** For each written position the two source positions around it and the share of the second. */
function taps(size: number, side: number): Tap[] {
  const step = (size - 1) / (side - 1);
  return Array.from({ length: side }, (_, index) => {
    const exact = index * step;
    const first = Math.min(Math.floor(exact), size - 1);
    return { first, second: Math.min(first + 1, size - 1), share: exact - first };
  });
}
