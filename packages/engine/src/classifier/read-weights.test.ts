import { describe, expect, it } from 'vitest';
import { readWeights } from './read-weights.ts';

const weight = (name: string, shape: number[]) => ({
  name,
  shape,
  dtype: 'float32',
  quantization: { dtype: 'uint8', scale: 0.5, min: -1 },
});

describe('readWeights', () => {
  it('expands bytes by scale and minimum, weight after weight', () => {
    const weights = readWeights([{ weights: [weight('a', [2]), weight('b', [1, 2])] }], Uint8Array.of(0, 2, 4, 255));
    expect(weights.get('a')).toEqual({ shape: [2], data: Float32Array.of(-1, 0) });
    expect(weights.get('b')).toEqual({ shape: [1, 2], data: Float32Array.of(1, 126.5) });
  });

  it('refuses files that are shorter or longer than the list', () => {
    expect(() => readWeights([{ weights: [weight('a', [3])] }], Uint8Array.of(1, 2))).toThrow('3 bytes of weights');
    expect(() => readWeights([{ weights: [weight('a', [1])] }], Uint8Array.of(1, 2))).toThrow('1 bytes of weights');
  });

  it('refuses other types and malformed lists', () => {
    expect(() => readWeights([{ weights: [{ ...weight('a', [1]), dtype: 'int32' }] }], Uint8Array.of(1))).toThrow('unknown type');
    expect(() => readWeights([{ weights: [{ ...weight('a', [1]), quantization: {} }] }], Uint8Array.of(1))).toThrow(
      'stored type',
    );
    expect(() => readWeights({}, Uint8Array.of())).toThrow('weightsManifest is not a list');
  });
});
