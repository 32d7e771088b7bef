import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import recorded from '../../fixtures/classifier.recorded.json' with { type: 'json' };
import { fixture } from '../../test/fixture.ts';
import { alignedResize } from '../decode/aligned-resize.ts';
import { decodePicture } from '../decode/decode-picture.ts';
import { createClassifier } from './classifier.ts';
import { convertClassifier } from './convert-classifier.ts';

const classifier = await createClassifier(await convertClassifier());
afterAll(() => classifier.close());

const top = (classes: object) => Object.entries(classes).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];

describe('the converted classifier beside recorded answers of nsfwjs', () => {
  it.each(Object.entries(recorded.pictures))('gives %s the same probabilities on identical pixels', async (name, answer) => {
    const { frames } = await decodePicture(fixture(name));
    const pixels = alignedResize(frames[0], 224);
    expect(createHash('sha256').update(pixels).digest('hex'), 'other pixels than recorded: run bench/engine/record.mjs').toBe(
      answer.sha256,
    );
    const classes = await classifier.classify(pixels);
    for (const [className, probability] of Object.entries(answer.identical)) {
      expect(Math.abs(Reflect.get(classes, className) - probability), className).toBeLessThanOrEqual(1e-4);
    }
    expect(top(classes)).toBe(top(answer.picture));
  });
});
