/// <reference lib="esnext.float16" />
import type { TensorInput } from './oip-mapping.ts';
import type { TensorType } from './oip-plan.ts';

type Numbers = Uint8Array<ArrayBuffer> | Float16Array<ArrayBuffer> | Float32Array<ArrayBuffer>;

function room(datatype: TensorType, count: number): Numbers {
  if (datatype === 'UINT8') return new Uint8Array(count);
  return datatype === 'FP16' ? new Float16Array(count) : new Float32Array(count);
}

/**
 * Pictures of the mapping's size as the one tensor that a model takes.
 * @param pictures red, green, blue, row by row
 */
export function toTensor(pictures: readonly Uint8Array[], input: TensorInput, datatype: TensorType): Numbers {
  const [width, height] = input.size;
  const count = width * height;
  const tensor = room(datatype, pictures.length * count * 3);
  const order = input.channels === 'rgb' ? [0, 1, 2] : [2, 1, 0];
  for (const [channel, from] of order.entries()) {
    const values = valuesOf(input, channel);
    const [start, step] = input.layout === 'NCHW' ? [channel * count, 1] : [channel, 3];
    for (const [nth, picture] of pictures.entries()) {
      const base = nth * count * 3 + start;
      for (let at = 0; at < count; at++) tensor[base + at * step] = values[picture[at * 3 + from] ?? 0] ?? 0;
    }
  }
  return tensor;
}

/** What each byte of a channel becomes. */
const valuesOf = ({ scale, mean, std }: TensorInput, channel: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, byte) => (byte * scale - (mean[channel] ?? 0)) / (std[channel] ?? 1));

/** The bytes of numbers as the protocol has them: little-endian, as every processor that Node runs on stores them. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Buffer => Buffer.from(buffer, byteOffset, byteLength);

/** The numbers of an answer. @returns null when the bytes are no whole numbers of this type */
export function readNumbers(bytes: Buffer, datatype: string): number[] | null {
  const size = datatype === 'FP32' ? 4 : datatype === 'FP16' ? 2 : 0;
  if (size === 0 || bytes.length % size !== 0) return null;
  // A copy, because numbers begin at multiples of their size.
  const own = Uint8Array.from(bytes).buffer;
  return [...(size === 4 ? new Float32Array(own) : new Float16Array(own))];
}
