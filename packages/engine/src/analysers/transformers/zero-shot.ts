import { basename } from 'node:path';
import { type Category, type CategoryScores, type Coverage, categoryNames } from '@clearframe/contract';
import { Tokenizer } from '@huggingface/tokenizers';
import { Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { modelSession } from '../../onnx/model-session.ts';
import { once } from '../../text/once.ts';
import { type FolderFiles, ModelFolderError } from './folder-files.ts';
import { type LocalModel, OWN_SETTINGS, OwnSettings } from './local-model.ts';
import { readPreprocessing } from './picture-classifier.ts';
import { preprocess } from './preprocess.ts';
import { runModel } from './run-model.ts';

const ClipConfig = z.object({
  model_type: z.literal('clip'),
  text_config: z.object({ max_position_embeddings: z.int().positive().default(77) }).default({ max_position_embeddings: 77 }),
});

const AnyObject = z.record(z.string(), z.unknown());

/** A phrase with the direction that the text encoder gives it; null stands for harmless pictures. */
type Phrase = { category: Category | null; words: string };
type Placed = Phrase & { direction: readonly number[] };

/**
 * CLIP with the operator's own words: a category is as likely as its best phrase fits the picture better than the best harmless one.
 * @throws ModelFolderError when a file is missing or wrong, or a phrase is longer than the model takes
 */
export function createZeroShot(files: FolderFiles): LocalModel {
  const config = files.read('config.json', ClipConfig);
  const { words, neutral, logit_scale: scale } = files.read(OWN_SETTINGS, OwnSettings);
  if (!words || Object.keys(words).length === 0 || !neutral)
    throw new ModelFolderError(`${OWN_SETTINGS} of ${files.folder} needs "words" with phrases by category, and "neutral"`);
  const phrases: Phrase[] = [
    ...categoryNames.flatMap((category) => (words[category] ?? []).map((phrase) => ({ category, words: phrase }))),
    ...neutral.map((phrase) => ({ category: null, words: phrase })),
  ];
  const steps = readPreprocessing(files);
  const encode = tokenizerOf(files, config.text_config.max_position_embeddings);
  const tokens = phrases.map((phrase) => encode(phrase.words));
  const textPath = files.find(['onnx/text_model.onnx', 'text_model.onnx']);
  const picturePath = files.find(['onnx/vision_model.onnx', 'vision_model.onnx']);

  const session = once(() => modelSession(picturePath, { keepMemory: false }));
  /** The text encoder is needed once: what it takes of memory is given back. */
  const placed = once(async (): Promise<Placed[]> => {
    const encoder = await modelSession(textPath, { keepMemory: false });
    try {
      const all: Placed[] = [];
      for (const [index, phrase] of phrases.entries()) {
        const feeds = textFeeds(tokens[index] ?? []);
        all.push({ ...phrase, direction: unit(await runModel(encoder, 'text_embeds', feeds)) });
      }
      return all;
    } finally {
      await encoder.release();
    }
  });

  return {
    version: `${basename(files.folder)}@${files.digest()}`,
    async look(pixels) {
      const all = await placed.get();
      const picture = unit(await runModel(await session.get(), 'image_embeds', { pixel_values: preprocess(pixels, steps) }));
      const fits = all.map((phrase) => ({ ...phrase, fit: scale * product(picture, phrase.direction) }));
      const raw = Object.fromEntries(fits.map(({ words: phrase, fit }) => [phrase, fit]));
      return { ...readFits(fits), unmapped: [], raw };
    },
    async close() {
      await (await session.made())?.release();
    },
  };
}

function readFits(fits: readonly (Phrase & { fit: number })[]) {
  const best = (category: Category | null) => Math.max(...fits.filter((one) => one.category === category).map(({ fit }) => fit));
  const harmless = best(null);
  const scores: CategoryScores = {};
  const coverage: Partial<Record<Category, Coverage>> = {};
  for (const category of categoryNames) {
    const fit = best(category);
    if (fit === Number.NEGATIVE_INFINITY) continue;
    scores[category] = Math.round(10_000 / (1 + Math.exp(harmless - fit))) / 10_000;
    coverage[category] = 'assessed';
  }
  return { scores, coverage };
}

/** @returns what makes token numbers of a phrase. @throws ModelFolderError as the caller */
function tokenizerOf(files: FolderFiles, most: number): (words: string) => readonly number[] {
  const description = files.read('tokenizer.json', AnyObject);
  const settings = files.readIfThere('tokenizer_config.json', AnyObject) ?? {};
  try {
    const tokenizer = new Tokenizer(description, settings);
    return (words) => {
      const { ids } = tokenizer.encode(words);
      if (ids.length <= most) return ids;
      throw new ModelFolderError(`A phrase of ${files.folder} has ${ids.length} tokens, and the model takes ${most}: ${words}`);
    };
  } catch (cause) {
    throw new ModelFolderError(`tokenizer.json of ${files.folder} cannot be used`, { cause });
  }
}

function textFeeds(ids: readonly number[]): Record<string, Tensor> {
  const shape = [1, ids.length];
  return {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
  };
}

function unit(values: readonly number[]): number[] {
  const length = Math.hypot(...values);
  if (length === 0) throw new Error('gave a direction without length');
  return values.map((value) => value / length);
}

const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
