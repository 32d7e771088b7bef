import type { PictureHash } from '@clearframe/contract';
import type { Pixels } from '../decode/pixels.ts';
import { blurShift, jaroszFilter } from './jarosz-filter.ts';

/** Side of the luminance matrix that the transform starts from. */
const SIDE = 64;
/** Frequencies kept in each direction; the constant one is left out. */
const BANDS = 16;

/**
 * PDQ, as published by Facebook in "The TMK+PDQF Video-Hashing Algorithm and the PDQ Image-Hashing Algorithm" (2019): luminance,
 * two box blurs, every n-th pixel, a discrete cosine transform, and one bit for each coefficient above the median. Written from the
 * paper, so that lists of such hashes from elsewhere can be compared with ours.
 */
export function pdqHash(pixels: Pixels): PictureHash {
  const { matrix, mirrored } = toMatrices(pixels);
  return { ...hashOfMatrix(matrix), mirrored: bitsOf(transform(mirrored)) };
}

/** @param matrix 64 × 64 luminances 0…255, row by row */
export function hashOfMatrix(matrix: Float64Array): PictureHash {
  const bands = transform(matrix);
  // A mirror turns the sign of the frequencies that are odd across: those are at even places, since the constant one is left out.
  const mirrored = bands.map((value, at) => (at % 2 === 0 ? -value : value));
  return { pdq: bitsOf(bands), mirrored: bitsOf(mirrored), quality: qualityOf(matrix) };
}

/**
 * The picture, and what a mirror shows of it, blurred and thinned out to 64 × 64 luminances (ITU-R BT.601). The mirrored one is picked
 * anew instead of turned round: the pixels that are kept do not lie evenly from both sides, which cost a mirrored copy up to 40 bits.
 */
function toMatrices({ data, width, height }: Pixels): { matrix: Float64Array; mirrored: Float64Array } {
  const luminance = new Float64Array(width * height);
  for (let at = 0; at < luminance.length; at++) {
    luminance[at] = 0.299 * (data[at * 3] ?? 0) + 0.587 * (data[at * 3 + 1] ?? 0) + 0.114 * (data[at * 3 + 2] ?? 0);
  }
  jaroszFilter(luminance, width, height, SIDE);
  const shift = blurShift(width, SIDE);
  const matrix = new Float64Array(SIDE * SIDE);
  const mirrored = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const from = Math.floor(((row + 0.5) * height) / SIDE) * width;
    for (let column = 0; column < SIDE; column++) {
      const x = Math.floor(((column + 0.5) * width) / SIDE);
      matrix[row * SIDE + column] = luminance[from + x] ?? 0;
      mirrored[row * SIDE + column] = luminance[from + Math.max(0, width - 1 - x - 2 * shift)] ?? 0;
    }
  }
  return { matrix, mirrored };
}

/** `cosines[k * 64 + n]`: frequency k + 1 at place n. */
const cosines = Float64Array.from({ length: BANDS * SIDE }, (_, index) => {
  const frequency = Math.floor(index / SIDE) + 1;
  return Math.sqrt(2 / SIDE) * Math.cos((Math.PI / (2 * SIDE)) * frequency * (2 * (index % SIDE) + 1));
});

/** The 16 × 16 lowest frequencies of the cosine transform in both directions. */
function transform(matrix: Float64Array): Float64Array {
  const down = new Float64Array(BANDS * SIDE);
  for (let band = 0; band < BANDS; band++) {
    for (let column = 0; column < SIDE; column++) {
      let sum = 0;
      for (let row = 0; row < SIDE; row++) sum += (cosines[band * SIDE + row] ?? 0) * (matrix[row * SIDE + column] ?? 0);
      down[band * SIDE + column] = sum;
    }
  }
  const bands = new Float64Array(BANDS * BANDS);
  for (let row = 0; row < BANDS; row++) {
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      for (let column = 0; column < SIDE; column++)
        sum += (down[row * SIDE + column] ?? 0) * (cosines[band * SIDE + column] ?? 0);
      bands[row * BANDS + band] = sum;
    }
  }
  return bands;
}

/** One bit for each coefficient above the median, the last of them first. */
function bitsOf(bands: Float64Array): string {
  const sorted = bands.toSorted();
  const median = sorted[bands.length / 2 - 1] ?? 0;
  let digits = '';
  for (let at = bands.length - 4; at >= 0; at -= 4) {
    let digit = 0;
    for (let bit = 3; bit >= 0; bit--) digit = digit * 2 + ((bands[at + bit] ?? 0) > median ? 1 : 0);
    digits += digit.toString(16);
  }
  return digits;
}

/** Sum of the steps from pixel to pixel, in whole percent of the range each. 90 of them make a point; the paper's scale. */
function qualityOf(matrix: Float64Array): number {
  let sum = 0;
  const step = (from: number, to: number) => Math.abs(Math.trunc((((matrix[from] ?? 0) - (matrix[to] ?? 0)) * 100) / 255));
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const at = row * SIDE + column;
      if (row + 1 < SIDE) sum += step(at, at + SIDE);
      if (column + 1 < SIDE) sum += step(at, at + 1);
    }
  }
  return Math.min(100, Math.trunc(sum / 90));
}
