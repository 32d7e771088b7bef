import { Tensor } from 'onnxruntime-node';
import type { Pixels } from '../../decode/pixels.ts';
import { pillowResize } from './pillow-resize.ts';
import type { Preprocessing } from './preprocessing.ts';

/** A picture as a model takes it: float32 [1, 3, height, width]. */
export function preprocess(pixels: Pixels, steps: Preprocessing): Tensor {
  const { data, width, height } = cropped(resized(pixels, steps), steps.crop);
  const count = width * height;
  const values = normalised(steps);
  const planes = new Float32Array(3 * count);
  for (let at = 0, byte = 0; at < count; at++) {
    for (let channel = 0; channel < 3; channel++) {
      planes[channel * count + at] = values[channel * 256 + (data[byte++] ?? 0)] ?? 0;
    }
  }
  return new Tensor('float32', planes, [1, 3, height, width]);
}

function resized(pixels: Pixels, { resize, filter }: Preprocessing): Pixels {
  if (resize === null) return pixels;
  if ('width' in resize) return pillowResize(pixels, resize.width, resize.height, filter);
  const { shorterSide } = resize;
  const { width, height } = pixels;
  // The longer side loses its fraction, as in transformers.
  const longer = Math.trunc((shorterSide * Math.max(width, height)) / Math.min(width, height));
  return width < height ? pillowResize(pixels, shorterSide, longer, filter) : pillowResize(pixels, longer, shorterSide, filter);
}

function cropped(pixels: Pixels, crop: Preprocessing['crop']): Pixels {
  if (crop === null || (crop.width === pixels.width && crop.height === pixels.height)) return pixels;
  const left = Math.floor((pixels.width - crop.width) / 2);
  const top = Math.floor((pixels.height - crop.height) / 2);
  const data = new Uint8Array(crop.width * crop.height * 3);
  const from = Math.max(0, left);
  const to = Math.min(pixels.width, left + crop.width);
  for (let row = Math.max(0, -top); row < crop.height && row + top < pixels.height; row++) {
    const start = (row + top) * pixels.width;
    data.set(pixels.data.subarray((start + from) * 3, (start + to) * 3), (row * crop.width + from - left) * 3);
  }
  return { data, ...crop };
}

/** `normalised[channel * 256 + byte]`: what the model takes for a byte of a channel. */
function normalised({ scale, mean, spread }: Preprocessing): Float32Array {
  return Float32Array.from({ length: 3 * 256 }, (_, at) => {
    const channel = Math.floor(at / 256);
    return ((at % 256) * scale - (mean[channel] ?? 0)) / (spread[channel] ?? 1);
  });
}
