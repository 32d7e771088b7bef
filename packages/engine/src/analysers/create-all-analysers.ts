import type { Analyser, AnalyserOutside, AnalyserSettings } from './analyser.ts';
import { createAnalysersWith } from './create-analysers.ts';
import { createTransformers } from './transformers/transformers.ts';

/** The analysers of a list, with models of this machine computed in this process. @throws Error as `createAnalysersWith` */
export const createAnalysers = (
  chosen: readonly { name: string; settings: AnalyserSettings }[],
  parts: AnalyserOutside,
): Analyser[] => createAnalysersWith(createTransformers, chosen, parts);
