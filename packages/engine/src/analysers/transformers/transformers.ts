import type { CategoryScores } from '@clearframe/contract';
import { z } from 'zod';
import type { CreateAnalyser } from '../analyser.ts';
import { type Analyser, AnalyserError, type Opinion } from '../analyser.ts';
import { keepHighest } from '../keep-highest.ts';
import { readSettings } from '../read-settings.ts';
import { ModelFolderError, openFolder } from './folder-files.ts';
import { LABELS_VERSION } from './label-table.ts';
import type { LocalModel, Look } from './local-model.ts';
import { createPictureClassifier } from './picture-classifier.ts';
import { createZeroShot } from './zero-shot.ts';

const name = 'transformers';

const Settings = z.object({
  /** Absolute paths, separated by commas. */
  folders: z.string().min(1),
});

/** The first picture waits until the models are loaded, which takes seconds for one of some hundred megabytes. */
const TRY_MS = 120_000;

const AnyConfig = z.object({
  model_type: z.string().optional(),
  id2label: z.unknown().optional(),
  label_names: z.unknown().optional(),
});

/**
 * Models in folders of this machine in the layout of Hugging Face, run by our own runtime: classifiers of pictures, and CLIP with the
 * operator's own words. Settings: `folders`. Of each category the highest score of all folders counts. Nothing is fetched.
 * @throws ModelFolderError when a folder cannot be used, naming the file
 */
export const createTransformers: CreateAnalyser = (given): Analyser => {
  const folders = readSettings(name, Settings, given)
    .folders.split(',')
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '');
  const models = folders.map(openModel);
  return {
    name,
    version: [`labels-${LABELS_VERSION}`, ...models.map(({ version }) => version)].join('+'),
    place: 'local',
    tryMs: TRY_MS,
    async analyse({ pixels }, signal) {
      const shown = await pixels();
      const looks: [string, Look][] = [];
      for (const model of models) {
        signal.throwIfAborted();
        const look = await model.look(shown).catch((cause: unknown) => {
          const reason = cause instanceof Error ? cause.message : String(cause);
          throw new AnalyserError('garbage', `The model ${model.version}: ${reason}`, { cause });
        });
        looks.push([model.version, look]);
      }
      return merged(looks);
    },
    async close() {
      await Promise.all(models.map((model) => model.close()));
    },
  };
};

function openModel(folder: string): LocalModel {
  const files = openFolder(folder);
  const { model_type: type, id2label, label_names } = files.read('config.json', AnyConfig);
  if (type === 'clip') return createZeroShot(files);
  if (id2label !== undefined || label_names !== undefined) return createPictureClassifier(files);
  throw new ModelFolderError(`config.json of ${folder} names no labels and is no CLIP model. Choose a classifier or CLIP`);
}

function merged(looks: readonly [string, Look][]): Opinion {
  const scores: CategoryScores = {};
  const coverage: Opinion['coverage'] = {};
  for (const [, look] of looks) {
    for (const [category, said] of Object.entries(look.coverage) as [keyof CategoryScores, 'assessed'][]) {
      if (coverage[category] !== 'assessed') coverage[category] = said;
      const score = look.scores[category];
      if (score !== undefined) keepHighest(scores, { [category]: 1 }, score);
    }
  }
  return {
    scores,
    coverage,
    raw: Object.fromEntries(looks.map(([version, { raw }]) => [version, raw])),
    unmapped: [...new Set(looks.flatMap(([, { unmapped }]) => unmapped))],
    costMicros: 0,
  };
}
