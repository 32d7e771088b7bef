import { type InferenceSession, Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Pixels } from '../decode/pixels.ts';
import { modelSession } from '../onnx/model-session.ts';

/** How likely each place belongs to writing, 0…1, row by row. */
export type TextMap = { data: Float32Array; width: number; height: number };

export type TextDetector = {
  /** @param size width and height that the picture is brought to first, multiples of 32 */
  map(pixels: Pixels, size: { width: number; height: number }): Promise<TextMap>;
  close(): Promise<void>;
};

/** Mean and spread of the three channels in the detector's training pictures (those of ImageNet). */
const MEAN = [0.485, 0.456, 0.406] as const;
const SPREAD = [0.229, 0.224, 0.225] as const;

/** @throws Error when the model cannot be loaded. `map` blocks the process that calls it. */
export async function createTextDetector(model: Uint8Array): Promise<TextDetector> {
  const session: InferenceSession = await modelSession(model);
  const [inputName = ''] = session.inputNames;
  const [outputName = ''] = session.outputNames;

  async function map(pixels: Pixels, { width, height }: { width: number; height: number }): Promise<TextMap> {
    const small = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
      .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    const input = new Tensor('float32', toPlanes(small, width * height), [1, 3, height, width]);
    const output = (await session.run({ [inputName]: input }))[outputName];
    if (!(output?.data instanceof Float32Array) || output.data.length !== width * height) {
      throw new Error('The text detector gave no map of the picture');
    }
    return { data: output.data, width, height };
  }
  return { map, close: () => session.release() };
}

/** Bytes of pixels to one normalised plane a channel. */
function toPlanes(bytes: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(3 * count);
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / (255 * (SPREAD[channel] ?? 1));
    const shift = (MEAN[channel] ?? 0) / (SPREAD[channel] ?? 1);
    const start = channel * count;
    for (let at = 0; at < count; at++) planes[start + at] = (bytes[at * 3 + channel] ?? 0) * scale - shift;
  }
  return planes;
}
