import { basename } from 'node:path';
import { z } from 'zod';
import { modelSession } from '../../onnx/model-session.ts';
import { once } from '../../text/once.ts';
import { type FolderFiles, ModelFolderError } from './folder-files.ts';
import { knownLabels, type LabelTable, plain, readLabels } from './label-table.ts';
import { type LocalModel, OWN_SETTINGS, OwnSettings } from './local-model.ts';
import { preprocess } from './preprocess.ts';
import { type Preprocessing, PreprocessorConfig, preprocessingOf, TimmConfig, timmPreprocessing } from './preprocessing.ts';
import { runModel } from './run-model.ts';

/** What config.json says of a classifier: in the layout of transformers, or in that of timm. */
const ClassifierConfig = z.union([
  z.object({
    id2label: z.record(z.string().regex(/^\d+$/), z.string()),
    problem_type: z.enum(['single_label_classification', 'multi_label_classification']).nullish(),
  }),
  z.object({ label_names: z.array(z.string()).min(1), pretrained_cfg: TimmConfig }),
]);

type Recipe = { labels: readonly string[]; exclusive: boolean; steps: Preprocessing };

/**
 * A classifier of whole pictures.
 * @throws ModelFolderError when a file is missing or wrong, or none of its labels stands for a category
 */
export function createPictureClassifier(files: FolderFiles): LocalModel {
  const { labels, exclusive, steps } = recipeOf(files);
  const table = tableOf(files);
  if (!labels.some((label) => (table[plain(label)] ?? []).length > 0))
    throw new ModelFolderError(
      `No label of ${files.folder} means a category (${labels.join(', ')}): ` + `map them under "labels" in its ${OWN_SETTINGS}`,
    );
  const path = files.find(['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx']);
  // The pool of the runtime grows by doubling: two models of 344 MB took 140 MB more with it (bench/engine).
  const session = once(() => modelSession(path, { keepMemory: false }));

  return {
    version: `${basename(files.folder)}@${files.digest()}`,
    async look(pixels) {
      const numbers = await runModel(await session.get(), 'logits', { pixel_values: preprocess(pixels, steps) });
      if (numbers.length !== labels.length) throw new Error(`gave ${numbers.length} numbers for ${labels.length} labels`);
      const values = exclusive ? softmax(numbers) : numbers.map((value) => 1 / (1 + Math.exp(-value)));
      const likelihoods = new Map(labels.map((label, index) => [label, values[index] ?? 0]));
      return { ...readLabels(likelihoods, { table, exclusive }), raw: Object.fromEntries(likelihoods) };
    },
    async close() {
      await (await session.made())?.release();
    },
  };
}

function recipeOf(files: FolderFiles): Recipe {
  const config = files.read('config.json', ClassifierConfig);
  if ('label_names' in config)
    return { labels: config.label_names, exclusive: true, steps: timmPreprocessing(config.pretrained_cfg) };
  const labels = Object.entries(config.id2label)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]) => label);
  return { labels, exclusive: config.problem_type !== 'multi_label_classification', steps: readPreprocessing(files) };
}

/** @throws ModelFolderError when the file is missing, or asks for what is not supported */
export function readPreprocessing(files: FolderFiles): Preprocessing {
  const config = files.read('preprocessor_config.json', PreprocessorConfig);
  try {
    return preprocessingOf(config);
  } catch (cause) {
    throw new ModelFolderError(`preprocessor_config.json of ${files.folder}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

/** The known labels, and over them what the operator says. */
function tableOf(files: FolderFiles): LabelTable {
  const own = files.readIfThere(OWN_SETTINGS, OwnSettings)?.labels ?? {};
  const table: Record<string, LabelTable[string]> = { ...knownLabels };
  for (const [label, categories] of Object.entries(own)) table[plain(label)] = categories === null ? [] : [categories].flat();
  return table;
}

function softmax(numbers: readonly number[]): number[] {
  const highest = Math.max(...numbers);
  const powers = numbers.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
