import { describe, expect, it } from 'vitest';
import { alignedResize } from './aligned-resize.ts';

/** Grey pixels from one value each. */
const grey = (values: number[]) => Uint8Array.from(values.flatMap((value) => [value, value, value]));

describe('alignedResize', () => {
  it('keeps the corners and halves the way between them', () => {
    const resized = alignedResize({ data: grey([0, 100, 40, 200]), width: 2, height: 2 }, 3);
    expect(resized).toEqual(grey([0, 50, 100, 20, 85, 150, 40, 120, 200]));
  });

  it('leaves a picture of the wanted size as it is', () => {
    const data = Uint8Array.from({ length: 4 * 4 * 3 }, (_, index) => index * 5);
    expect(alignedResize({ data, width: 4, height: 4 }, 4)).toEqual(data);
  });

  it('takes the corner pixels of a larger picture, ignoring proportions', () => {
    const resized = alignedResize({ data: grey([1, 2, 3, 4, 5, 6, 7, 8, 9, 255]), width: 5, height: 2 }, 2);
    expect(resized).toEqual(grey([1, 5, 6, 255]));
  });

  it('spreads a single pixel', () => {
    expect(alignedResize({ data: Uint8Array.of(9, 8, 7), width: 1, height: 1 }, 2)).toEqual(
      Uint8Array.of(9, 8, 7, 9, 8, 7, 9, 8, 7, 9, 8, 7),
    );
  });
});
