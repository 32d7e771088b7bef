import { expect, it } from 'vitest';
import type { Pixels } from '../decode/pixels.ts';
import { fitPixels } from './fit-pixels.ts';

/** Grey values, row by row. */
const grey = (width: number, values: number[]): Pixels => ({
  width,
  height: values.length / width,
  data: Uint8Array.from(values.flatMap((value) => [value, value, value])),
});
const valuesOf = ({ data }: Pixels): number[] => Array.from({ length: data.length / 3 }, (_, at) => data[at * 3] ?? -1);
const fitted = (from: Pixels, width: number, height: number, fit: 'stretch' | 'cover' | 'contain') =>
  valuesOf(fitPixels(from, { width, height, fit }));

const wide = grey(4, [10, 20, 30, 40, 10, 20, 30, 40]);

it('stretches to the size whatever the shape', () => {
  expect(fitted(grey(2, [10, 10, 90, 90]), 1, 2, 'stretch')).toEqual([10, 90]);
});

it('covers with the middle', () => {
  expect(fitted(wide, 2, 2, 'cover')).toEqual([20, 30, 20, 30]);
  expect(fitted(grey(1, [1, 2, 3]), 1, 1, 'cover')).toEqual([2]);
});

it('contains the whole between black borders', () => {
  expect(fitted(wide, 4, 4, 'contain')).toEqual([0, 0, 0, 0, 10, 20, 30, 40, 10, 20, 30, 40, 0, 0, 0, 0]);
});

it.each(['stretch', 'cover', 'contain'] as const)('gives the size asked for from a line, by %s, in little memory', (fit) => {
  for (const line of [
    grey(
      1_600,
      Array.from({ length: 1_600 }, () => 7),
    ),
    grey(
      1,
      Array.from({ length: 1_600 }, () => 7),
    ),
  ]) {
    const { data, width, height } = fitPixels(line, { width: 224, height: 100, fit });
    expect([data.length, width, height]).toEqual([224 * 100 * 3, 224, 100]);
  }
});
