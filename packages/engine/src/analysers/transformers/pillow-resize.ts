import type { Pixels } from '../../decode/pixels.ts';

/** The filters by the number that `resample` in a preprocessor_config.json gives them; 0, the nearest pixel, is not among them. */
export const resizeFilters = {
  1: { reach: 3, weight: (x: number) => (x < 3 ? sinc(x) * sinc(x / 3) : 0) },
  2: { reach: 1, weight: (x: number) => Math.max(0, 1 - x) },
  3: { reach: 2, weight: cubic },
  4: { reach: 0.5, weight: (x: number) => (x <= 0.5 ? 1 : 0) },
  5: { reach: 1, weight: (x: number) => (x < 1 ? sinc(x) * (0.54 + 0.46 * Math.cos(Math.PI * x)) : 0) },
} as const;
export type ResizeFilter = keyof typeof resizeFilters;

/** Weights are whole numbers of this many bits behind the point, as Pillow has them: so that every byte comes out the same. */
const BITS = 22;

type Taps = { first: Int32Array; count: Int32Array; weights: Int32Array; most: number };

/**
 * Resizes as Pillow does (first the columns, then the rows, each filter as wide as the picture is shrunk), byte for byte: models
 * were trained on pictures that Pillow made small, and other ways move their scores.
 */
export function pillowResize(from: Pixels, width: number, height: number, filter: ResizeFilter): Pixels {
  const narrow = from.width === width ? from : resizeColumns(from, tapsOf(from.width, width, filter));
  return narrow.height === height ? narrow : resizeRows(narrow, tapsOf(from.height, height, filter));
}

function resizeColumns({ data, width, height }: Pixels, { first, count, weights, most }: Taps): Pixels {
  const to = first.length;
  const resized = new Uint8ClampedArray(to * height * 3);
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < to; column++) {
      let [red, green, blue] = [1 << (BITS - 1), 1 << (BITS - 1), 1 << (BITS - 1)];
      let source = (row * width + (first[column] ?? 0)) * 3;
      const start = column * most;
      for (let tap = start; tap < start + (count[column] ?? 0); tap++, source += 3) {
        const weight = weights[tap] ?? 0;
        red += (data[source] ?? 0) * weight;
        green += (data[source + 1] ?? 0) * weight;
        blue += (data[source + 2] ?? 0) * weight;
      }
      resized[at++] = red >> BITS;
      resized[at++] = green >> BITS;
      resized[at++] = blue >> BITS;
    }
  }
  return { data: bytesOf(resized), width: to, height };
}

function resizeRows({ data, width }: Pixels, { first, count, weights, most }: Taps): Pixels {
  const to = first.length;
  const stride = width * 3;
  const resized = new Uint8ClampedArray(to * stride);
  const sums = new Float64Array(stride);
  for (let row = 0; row < to; row++) {
    sums.fill(1 << (BITS - 1));
    for (let tap = 0; tap < (count[row] ?? 0); tap++) {
      const weight = weights[row * most + tap] ?? 0;
      const source = ((first[row] ?? 0) + tap) * stride;
      for (let at = 0; at < stride; at++) sums[at] = (sums[at] ?? 0) + (data[source + at] ?? 0) * weight;
    }
    for (let at = 0; at < stride; at++) resized[row * stride + at] = (sums[at] ?? 0) >> BITS;
  }
  return { data: bytesOf(resized), width, height: to };
}

/** For each written position the source values it is made of; `most` is the room that each has in `weights`. */
function tapsOf(from: number, to: number, filter: ResizeFilter): Taps {
  const { reach, weight } = resizeFilters[filter];
  const scale = from / to;
  const widen = Math.max(1, scale);
  const most = Math.ceil(reach * widen) * 2 + 1;
  const taps: Taps = { first: new Int32Array(to), count: new Int32Array(to), weights: new Int32Array(to * most), most };
  for (let index = 0; index < to; index++) {
    const centre = (index + 0.5) * scale;
    const first = Math.max(0, Math.trunc(centre - reach * widen + 0.5));
    const end = Math.min(from, Math.trunc(centre + reach * widen + 0.5));
    const shares = Array.from({ length: end - first }, (_, tap) => weight(Math.abs((tap + first - centre + 0.5) / widen)));
    const sum = shares.reduce((total, share) => total + share, 0);
    taps.first[index] = first;
    taps.count[index] = shares.length;
    for (const [tap, share] of shares.entries()) {
      const scaled = (share / sum) * (1 << BITS);
      taps.weights[index * most + tap] = Math.trunc(scaled + (scaled < 0 ? -0.5 : 0.5));
    }
  }
  return taps;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Keys' cubic with a = −0.5. */
function cubic(x: number): number {
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

const bytesOf = (clamped: Uint8ClampedArray) => new Uint8Array(clamped.buffer);
