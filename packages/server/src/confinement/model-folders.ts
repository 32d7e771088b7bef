import { localAnalyser } from '@clearframe/engine/light';
import type { Config } from '../config.ts';

/** Folders of models that the operator named: a decoder reads them. */
export function modelFolders({ textModelsDir, analysers }: Pick<Config, 'textModelsDir' | 'analysers'>): string[] {
  const named = analysers.filter(({ name }) => name === localAnalyser).map(({ settings }) => settings.folders ?? '');
  const folders = named.flatMap((list) => list.split(',')).map((folder) => folder.trim());
  return [...(textModelsDir === null ? [] : [textModelsDir]), ...folders].filter((folder) => folder !== '');
}
