import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClassifier } from './classifier.ts';
import { classifierKey, WEIGHTS_VERSION } from './classifier-key.ts';
import { convertClassifier } from './convert-classifier.ts';

describe('convertClassifier', () => {
  it('is keyed by the version of the weights that are installed', () => {
    const entry = createRequire(import.meta.url).resolve('nsfwjs');
    const { version } = JSON.parse(readFileSync(join(entry, '../../../package.json'), 'utf8'));
    expect(WEIGHTS_VERSION).toBe(version);
    expect(classifierKey).toContain(version);
  });

  it('writes the bytes that its key stands for: whoever changes them must raise CONVERTER_VERSION', async () => {
    const digest = createHash('sha256')
      .update(await convertClassifier())
      .digest('hex');
    expect({ [classifierKey]: digest }).toEqual({
      'nsfwjs-4.4.0-mid-onnx1': '32d9a65804a7e86c221e713c1a16aeea5fdbec751c64a4ca3873f37ccf04056d',
    });
  });

  it('is refused when it was cut off or is no model at all', async () => {
    const model = await convertClassifier();
    await expect(createClassifier(model.subarray(0, 1_000_000))).rejects.toThrow();
    await expect(createClassifier(new Uint8Array(100))).rejects.toThrow();
  });
});
