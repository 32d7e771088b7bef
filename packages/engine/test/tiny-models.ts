import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Pixels } from '../src/decode/pixels.ts';
import { encodeModel } from '../src/onnx/onnx-model.ts';

/** A folder with these files that is gone when the test ends; objects are written as JSON. */
export function modelFolder(files: Record<string, object | Uint8Array | string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-model-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const raw = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), raw ? content : JSON.stringify(content));
  }
  return folder;
}

/** A picture of one colour. */
export function plainPicture(colour: readonly [number, number, number], width = 5, height = 4): Pixels {
  return { data: Uint8Array.from({ length: width * height * 3 }, (_, at) => colour[at % 3] ?? 0), width, height };
}

/**
 * A linear model of pictures: output[o] = bias[o] + Σ weights[o][i] · pixel_values[i], with the pixels plane after plane.
 * @param size width and height of what it takes
 */
export function linearModel(size: number, weights: readonly number[][], bias: readonly number[], output = 'logits'): Uint8Array {
  const inputs = 3 * size * size;
  const transposed = Float32Array.from({ length: inputs * weights.length }, (_, at) => {
    return weights[at % weights.length]?.[Math.floor(at / weights.length)] ?? 0;
  });
  return encodeModel({
    nodes: [
      { operator: 'Flatten', inputs: ['pixel_values'], output: 'flat', attributes: { axis: { int: 1 } } },
      { operator: 'Gemm', inputs: ['flat', 'weights', 'bias'], output, attributes: {} },
    ],
    constants: [
      { name: 'weights', type: 'float32', shape: [inputs, weights.length], data: transposed },
      { name: 'bias', type: 'float32', shape: [bias.length], data: Float32Array.from(bias) },
    ],
    inputs: [{ name: 'pixel_values', type: 'float32', shape: [1, 3, size, size] }],
    outputs: [{ name: output, type: 'float32', shape: [1, weights.length] }],
  });
}

/** The mean of the directions of its tokens. @param tokens how many it takes */
export function textModel(tokens: number, directions: readonly number[][]): Uint8Array {
  const width = directions[0]?.length ?? 0;
  return encodeModel({
    nodes: [
      { operator: 'Gather', inputs: ['table', 'input_ids'], output: 'each', attributes: { axis: { int: 0 } } },
      {
        operator: 'ReduceMean',
        inputs: ['each'],
        output: 'text_embeds',
        attributes: { axes: { ints: [1] }, keepdims: { int: 0 } },
      },
    ],
    constants: [
      { name: 'table', type: 'float32', shape: [directions.length, width], data: Float32Array.from(directions.flat()) },
    ],
    inputs: [{ name: 'input_ids', type: 'int64', shape: [1, tokens] }],
    outputs: [{ name: 'text_embeds', type: 'float32', shape: [1, width] }],
  });
}

/** In the form of CLIP's tokenizer.json. `gun</w>` is token 5, `cat</w>` token 10; each phrase begins with 11 and ends with 12. */
export const tinyTokenizer = {
  version: '1.0',
  added_tokens: ['<|startoftext|>', '<|endoftext|>'].map((content, index) => ({
    id: 11 + index,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'Sequence',
    normalizers: [{ type: 'NFC' }, { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' }, { type: 'Lowercase' }],
  },
  pre_tokenizer: {
    type: 'Sequence',
    pretokenizers: [
      {
        type: 'Split',
        pattern: { Regex: "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+" },
        behavior: 'Removed',
        invert: true,
      },
      { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    ],
  },
  post_processor: {
    type: 'RobertaProcessing',
    sep: ['<|endoftext|>', 12],
    cls: ['<|startoftext|>', 11],
    trim_offsets: false,
    add_prefix_space: false,
  },
  decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true },
  model: {
    type: 'BPE',
    dropout: null,
    unk_token: '<|endoftext|>',
    continuing_subword_prefix: '',
    end_of_word_suffix: '</w>',
    fuse_unk: false,
    vocab: Object.fromEntries(
      [
        ...['a</w>', 'g', 'u', 'n</w>', 'un</w>', 'gun</w>', 'c', 'a', 't</w>', 'at</w>', 'cat</w>'],
        ...['<|startoftext|>', '<|endoftext|>'],
      ].map((token, id) => [token, id]),
    ),
    merges: ['u n</w>', 'g un</w>', 'a t</w>', 'c at</w>'],
  },
};

/** A picture whose every pixel differs from its neighbours; other tools can make the same one. */
export function patternPicture(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at++) {
    const [channel, pixel] = [at % 3, Math.floor(at / 3)];
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    data[at] = (x * x * 7 + y * 13 + channel * 29 + ((x * y) % 31) * 5) % 256;
  }
  return { data, width, height };
}
