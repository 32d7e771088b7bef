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

/** `normalised[channel * 256 + byte]`: what the detector takes for a byte of a channel. */
const normalised = Float32Array.from(
  { length: 3 * 256 },
  (_, at) => ((at % 256) / 255 - (MEAN[Math.floor(at / 256)] ?? 0)) / (SPREAD[Math.floor(at / 256)] ?? 1),
);

/** Bytes of pixels to one normalised plane a channel. */
function toPlanes(bytes: Uint8Array, count: number): Float32Array {
  const planes = new Float32Array(3 * count);
  for (let at = 0, byte = 0; at < count; at++, byte += 3) {
    planes[at] = normalised[bytes[byte] ?? 0] ?? 0;
    planes[count + at] = normalised[256 + (bytes[byte + 1] ?? 0)] ?? 0;
    planes[2 * count + at] = normalised[512 + (bytes[byte + 2] ?? 0)] ?? 0;
  }
  return planes;
}
