import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { patternPicture } from '../../../test/tiny-models.ts';
import { pillowResize } from './pillow-resize.ts';

/** What Pillow 12.3.0 makes of the same 61 × 47 picture: number of its filter, width, height, CRC-32 of the bytes. */
const recorded = [
  [1, 16, 16, 2736804736],
  [1, 20, 47, 2433133908],
  [1, 61, 9, 4210547194],
  [1, 90, 71, 3841615433],
  [2, 16, 16, 1881444394],
  [2, 20, 47, 797544618],
  [2, 61, 9, 3532953954],
  [2, 90, 71, 2050405997],
  [3, 16, 16, 1622955637],
  [3, 20, 47, 2185650509],
  [3, 61, 9, 1079986140],
  [3, 90, 71, 1644132193],
  [4, 16, 16, 2826408650],
  [4, 20, 47, 4022035341],
  [4, 61, 9, 3301503938],
  [4, 90, 71, 2755687881],
  [5, 16, 16, 3019048993],
  [5, 20, 47, 3951502304],
  [5, 61, 9, 1138549145],
  [5, 90, 71, 1692693597],
] as const;

it.each(recorded)('is Pillow byte for byte: filter %i to %i × %i', (filter, width, height, sum) => {
  const picture = patternPicture(61, 47);
  expect(crc32(picture.data)).toBe(765641914);
  const resized = pillowResize(picture, width, height, filter);
  expect([resized.width, resized.height, crc32(resized.data)]).toEqual([width, height, sum]);
});

it('leaves a picture of the wanted size as it is', () => {
  const picture = patternPicture(7, 5);
  expect(pillowResize(picture, 7, 5, 3)).toEqual(picture);
});
