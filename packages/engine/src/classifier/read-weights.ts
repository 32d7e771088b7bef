import { asList, asNumber, asRecord, asText, dig } from './read-json.ts';

export type Weight = { shape: readonly number[]; data: Float32Array };

/**
 * Expands the weights of a TensorFlow.js model that stores them as bytes: value = byte × scale + min, in single precision
 * as TensorFlow.js does, because the parity of the results depends on it.
 * @param manifest `weightsManifest` of the model's JSON
 * @param bytes the joined contents of its weight files
 * @throws Error when a weight has another type, or when the bytes are not exactly those that the manifest lists
 */
export function readWeights(manifest: unknown, bytes: Uint8Array): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  let offset = 0;
  for (const group of asList(manifest, 'weightsManifest')) {
    for (const entry of asList(dig(group, 'weights'), 'weights')) {
      const spec = asRecord(entry, 'weight');
      const name = asText(spec.name, 'name of a weight');
      const shape = asList(spec.shape, name).map((size) => asNumber(size, name));
      const type = asText(dig(spec, 'quantization', 'dtype'), `stored type of ${name}`);
      if (type !== 'uint8' || spec.dtype !== 'float32') throw new Error(`The weight ${name} has the unknown type ${type}`);
      const scale = asNumber(dig(spec, 'quantization', 'scale'), `scale of ${name}`);
      const min = asNumber(dig(spec, 'quantization', 'min'), `min of ${name}`);
      const count = shape.reduce((product, size) => product * size, 1);
      const stored = bytes.subarray(offset, offset + count);
      weights.set(name, { shape, data: Float32Array.from(stored, (byte) => byte * scale + min) });
      offset += count;
    }
  }
  if (offset !== bytes.length) throw new Error(`The model lists ${offset} bytes of weights, its files have ${bytes.length}`);
  return weights;
}
