import type { Pixels } from '../decode/pixels.ts';
import { pillowResize } from './transformers/pillow-resize.ts';

/** stretch = whatever the shape; cover = the middle, without a border; contain = all of it, with a black border. */
type Fit = 'stretch' | 'cover' | 'contain';
export type FitTo = { width: number; height: number; fit: Fit };

/** As Pillow numbers it. Training pipelines shrink by it unless they say otherwise. */
const BILINEAR = 2;

/**
 * A picture in exactly the size that a model takes, shrunk as Pillow does. Memory is bounded by the two sizes, whatever the shape: a
 * line one pixel high is cut before it grows, never after.
 */
export function fitPixels(pixels: Pixels, { width, height, fit }: FitTo): Pixels {
  if (fit === 'stretch') return pillowResize(pixels, width, height, BILINEAR);
  if (fit === 'cover') return pillowResize(middleOf(pixels, width / height), width, height, BILINEAR);
  const share = Math.min(width / pixels.width, height / pixels.height);
  const within = (side: number, most: number) => Math.min(most, Math.max(1, Math.round(side * share)));
  return onBlack(pillowResize(pixels, within(pixels.width, width), within(pixels.height, height), BILINEAR), width, height);
}

/** The largest part around the middle that has this shape. */
function middleOf(pixels: Pixels, shape: number): Pixels {
  const width = Math.min(pixels.width, Math.max(1, Math.round(pixels.height * shape)));
  const height = Math.min(pixels.height, Math.max(1, Math.round(pixels.width / shape)));
  if (width === pixels.width && height === pixels.height) return pixels;
  const left = Math.floor((pixels.width - width) / 2);
  const top = Math.floor((pixels.height - height) / 2);
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const start = ((row + top) * pixels.width + left) * 3;
    data.set(pixels.data.subarray(start, start + width * 3), row * width * 3);
  }
  return { data, width, height };
}

function onBlack(pixels: Pixels, width: number, height: number): Pixels {
  if (pixels.width === width && pixels.height === height) return pixels;
  const left = Math.floor((width - pixels.width) / 2);
  const top = Math.floor((height - pixels.height) / 2);
  const data = new Uint8Array(width * height * 3);
  const line = pixels.width * 3;
  for (let row = 0; row < pixels.height; row++)
    data.set(pixels.data.subarray(row * line, (row + 1) * line), ((row + top) * width + left) * 3);
  return { data, width, height };
}
