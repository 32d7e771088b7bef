import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fakeClock, plainSend } from '../../../test/fake-provider.ts';
import { linearModel, modelFolder, plainPicture, textModel, tinyTokenizer } from '../../../test/tiny-models.ts';
import type { Pixels } from '../../decode/pixels.ts';
import { AnalyserError } from '../analyser.ts';
import { createAnalysers } from '../create-all-analysers.ts';
import { createShown } from '../shown.ts';
import { toInput } from '../to-input.ts';

/** The analyser as the product makes it. */
function transformers(...folders: string[]) {
  const parts = { send: plainSend, clock: fakeClock() };
  const [analyser] = createAnalysers([{ name: 'transformers', settings: { folders: folders.join(',') } }], parts);
  if (!analyser) throw new Error('No analyser was made');
  onTestFinished(() => analyser.close());
  const look = (pixels: Pixels) => analyser.analyse(toInput(createShown(pixels), []), AbortSignal.timeout(30_000));
  return { analyser, look };
}

const toTwo = { size: { width: 2, height: 2 }, do_normalize: false };
/** Twelve weights: the mean of a colour over the four pixels. */
const meanOf = (channel: number) => Array.from({ length: 12 }, (_, at) => (Math.floor(at / 4) === channel ? 0.25 : 0));
const none = Array.from({ length: 12 }, () => 0);

/** Falconsai's layout. The logit of `nsfw` is 4 × red, that of `normal` is 1. */
const falconsai = () => ({
  'config.json': { model_type: 'vit', architectures: ['ViTForImageClassification'], id2label: { 0: 'normal', 1: 'nsfw' } },
  'preprocessor_config.json': { image_processor_type: 'ViTImageProcessor', resample: 2, ...toTwo },
  'model.onnx': linearModel(2, [none, meanOf(0).map((weight) => 4 * weight)], [1, 0]),
});

/** Marqo's: timm, where the channels are normalised to −1…1. */
const marqo = () => ({
  'config.json': {
    architecture: 'vit_tiny_patch16_384',
    num_classes: 2,
    label_names: ['NSFW', 'SFW'],
    pretrained_cfg: { input_size: [3, 2, 2], crop_pct: 1, mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5], tag: 'x' },
  },
  'onnx/model.onnx': linearModel(2, [meanOf(1), none], [0, 0]),
});

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));

describe('a classifier', () => {
  it('scores by its labels: exact numbers from a picture to a category', async () => {
    const { analyser, look } = transformers(modelFolder(falconsai()));
    expect(analyser).toMatchObject({ name: 'transformers', place: 'local' });
    const opinion = await look(plainPicture([204, 10, 20]));
    // Logits 4 · 204/255 = 3.2 and 1: softmax gives 1 / (1 + e^(1 − 3.2)).
    expect(opinion.scores).toEqual({ sexual_explicit: Math.round(sigmoid(2.2) * 10_000) / 10_000 });
    expect(opinion.coverage).toEqual({ sexual_explicit: 'assessed', nudity: 'within:sexual_explicit' });
    expect(opinion).toMatchObject({ unmapped: [], costMicros: 0 });
    const [[key, labels] = ['', {}]] = Object.entries(opinion.raw as Record<string, Record<string, number>>);
    expect(key).toMatch(/^clearframe-model-.*@[0-9a-f]{8}$/);
    expect(labels.nsfw).toBeCloseTo(sigmoid(2.2), 6);
    expect((await look(plainPicture([0, 255, 255]))).scores.sexual_explicit).toBeCloseTo(sigmoid(-1), 4);
  });

  it("takes timm's layout, which has no preprocessor_config.json", async () => {
    const { look } = transformers(modelFolder(marqo()));
    const opinion = await look(plainPicture([0, 255, 0]));
    expect(opinion.scores.sexual_explicit).toBeCloseTo(sigmoid(1), 4);
    expect((await look(plainPicture([255, 0, 255]))).scores.sexual_explicit).toBeCloseTo(sigmoid(-1), 4);
  });

  it('adds up labels of a category that exclude each other, and takes the highest of those that do not', async () => {
    const files = {
      ...falconsai(),
      'model.onnx': linearModel(2, [none, none, none, none], [0, Math.log(2), Math.log(3), Math.log(4)]),
    };
    const config = { id2label: { 0: 'drawings', 1: 'hentai', 2: 'porn', 3: 'neutral' } };
    const one = await transformers(modelFolder({ ...files, 'config.json': config })).look(plainPicture([1, 2, 3]));
    expect(one.scores).toEqual({ sexual_explicit: 0.5, synthetic: 0.3 });
    expect(one.coverage).toEqual({ sexual_explicit: 'assessed', synthetic: 'assessed' });
    const several = { ...config, problem_type: 'multi_label_classification' };
    const other = await transformers(modelFolder({ ...files, 'config.json': several })).look(plainPicture([1, 2, 3]));
    expect(other.scores).toEqual({ sexual_explicit: 0.75, synthetic: 0.6667 });
  });

  it('takes from clearframe.json what labels mean, and lists those that nobody gave a meaning', async () => {
    const folder = modelFolder({
      ...falconsai(),
      'config.json': { id2label: { 0: 'Blood-Bath', 1: 'nsfw', 2: 'oil_rig' } },
      'clearframe.json': { labels: { 'blood bath': ['gore', 'violence'], nsfw: null } },
      'model.onnx': linearModel(2, [none, none, none], [Math.log(2), 0, 0]),
    });
    const opinion = await transformers(folder).look(plainPicture([9, 9, 9]));
    expect(opinion.scores).toEqual({ violence: 0.5, gore: 0.5 });
    expect(opinion.coverage).toEqual({ violence: 'assessed', gore: 'assessed' });
    expect(opinion.unmapped).toEqual(['oil_rig']);
  });

  it('of several folders the highest score of each category counts, and all are named in the version', async () => {
    const [first, second] = [modelFolder(falconsai()), modelFolder(marqo())];
    const { analyser, look } = transformers(first, second);
    expect((await look(plainPicture([0, 255, 0]))).scores.sexual_explicit).toBeCloseTo(sigmoid(1), 4);
    expect((await look(plainPicture([255, 0, 0]))).scores.sexual_explicit).toBeCloseTo(sigmoid(3), 4);
    const ending = '@[0-9a-f]{8}';
    expect(analyser.version).toMatch(new RegExp(`^labels-1\\+${basename(first)}${ending}\\+${basename(second)}${ending}$`));
  });
});

describe('CLIP', () => {
  const directions = Array.from({ length: 13 }, (_, token) => [token === 5 ? 4 : 0, token === 10 ? 4 : 0, 0]);
  const clip = () => ({
    'config.json': { model_type: 'clip', text_config: { max_position_embeddings: 77 } },
    'preprocessor_config.json': { feature_extractor_type: 'CLIPFeatureExtractor', size: 2, crop_size: 2, do_center_crop: true },
    'tokenizer.json': tinyTokenizer,
    'clearframe.json': { words: { weapons: ['A  GUN'] }, neutral: ['a cat'], logit_scale: 10 },
    'onnx/text_model.onnx': textModel(4, directions),
    'onnx/vision_model.onnx': linearModel(2, [meanOf(0), meanOf(1), meanOf(2)], [0, 0, 0], 'image_embeds'),
  });

  it("scores by the operator's own words: exact numbers from tokens and pixels", async () => {
    const { look } = transformers(modelFolder(clip()));
    const opinion = await look(plainPicture([200, 100, 0]));
    // Directions: the picture (2, 1, 0) / √5, "a gun" (1, 0, 0), "a cat" (0, 1, 0); likeness times 10.
    const [gun, cat] = [20 / Math.sqrt(5), 10 / Math.sqrt(5)];
    expect(opinion.scores).toEqual({ weapons: Math.round(sigmoid(gun - cat) * 10_000) / 10_000 });
    expect(opinion.coverage).toEqual({ weapons: 'assessed' });
    const [raw] = Object.values(opinion.raw as Record<string, Record<string, number>>);
    expect(raw?.['A  GUN']).toBeCloseTo(gun, 4);
    expect(raw?.['a cat']).toBeCloseTo(cat, 4);
    expect((await look(plainPicture([100, 200, 0]))).scores.weapons).toBeCloseTo(sigmoid(cat - gun), 4);
  });

  it('takes of several phrases the one that fits best', async () => {
    const own = { words: { weapons: ['a cat', 'a gun'], alcohol: ['a cat'] }, neutral: ['a cat'], logit_scale: 10 };
    const { look } = transformers(modelFolder({ ...clip(), 'clearframe.json': own }));
    const { scores } = await look(plainPicture([200, 100, 0]));
    expect(scores.alcohol).toBe(0.5);
    expect(scores.weapons).toBeCloseTo(sigmoid(10 / Math.sqrt(5)), 4);
  });

  it.each([
    ['tokenizer.json', 'has no tokenizer.json'],
    ['clearframe.json', 'has no clearframe.json'],
    ['preprocessor_config.json', 'has no preprocessor_config.json'],
    ['onnx/text_model.onnx', 'has no onnx/text_model.onnx or text_model.onnx'],
    ['onnx/vision_model.onnx', 'has no onnx/vision_model.onnx or vision_model.onnx'],
  ])('is refused at the start without %s', (name, message) => {
    const { [name]: _left, ...files } = clip() as Record<string, object>;
    expect(() => transformers(modelFolder(files))).toThrow(message);
  });

  it.each([
    [{ words: { weapons: ['a gun'] } }, 'needs "words" with phrases by category, and "neutral"'],
    [{ words: { guns: ['a gun'] }, neutral: ['a cat'] }, 'clearframe.json: words'],
    [{ words: { weapons: ['gun '.repeat(80)] }, neutral: ['a cat'] }, 'has 82 tokens, and the model takes 77'],
    [{ wrods: {} }, 'clearframe.json'],
  ])('is refused at the start with %j', (own, message) => {
    expect(() => transformers(modelFolder({ ...clip(), 'clearframe.json': own }))).toThrow(message);
  });
});

describe('a folder that cannot be used', () => {
  it.each([
    ['config.json', 'has no config.json'],
    ['preprocessor_config.json', 'has no preprocessor_config.json'],
    ['model.onnx', 'has no onnx/model.onnx or model.onnx'],
  ])('is refused at the start without %s', (name, message) => {
    const { [name]: _left, ...files } = falconsai() as Record<string, object>;
    const folder = modelFolder(files);
    expect(() => transformers(folder)).toThrow(message);
    expect(() => transformers(folder)).toThrow(folder);
  });

  it.each([
    [{ 'config.json': '{' }, 'config.json is no JSON'],
    [{ 'config.json': { model_type: 'llama' } }, 'names no labels and is no CLIP'],
    [
      { 'config.json': { id2label: { 0: 'LABEL_0', 1: 'LABEL_1' } } },
      'means a category (LABEL_0, LABEL_1): map them under "labels"',
    ],
    [{ 'preprocessor_config.json': { size: 2, do_pad: true } }, 'preprocessor_config.json: do_pad'],
    [{ 'preprocessor_config.json': { size: { shortest_edge: 2 } } }, 'one width and height'],
    [{ 'clearframe.json': { labels: { nsfw: 'explicit' } } }, 'clearframe.json: labels.nsfw'],
  ])('is refused at the start with %j', (files, message) => {
    expect(() => transformers(modelFolder({ ...falconsai(), ...files }))).toThrow(message);
  });

  it('is refused at the start when it is not there, or none is named', () => {
    expect(() => transformers(join('/nowhere', 'model'))).toThrow('There is no model folder /nowhere/model');
    expect(() => transformers()).toThrow('The analyser transformers needs other settings: folders');
  });
});

describe('a model that fails gives no opinion', () => {
  it.each([
    ['is no model', new TextEncoder().encode('no model'), /@[0-9a-f]{8}: /],
    ['gives no number', linearModel(2, [none, none], [0, Number.NaN]), 'gave something else than numbers'],
    ['has other labels', linearModel(2, [none, none, none], [0, 0, 0]), 'gave 3 numbers for 2 labels'],
  ])('one that %s', async (_what, model, message) => {
    const { look } = transformers(modelFolder({ ...falconsai(), 'model.onnx': model }));
    const failure = await look(plainPicture([1, 2, 3])).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AnalyserError);
    expect(failure).toMatchObject({ fault: 'garbage', message: expect.stringMatching(message) });
  });
});
