import type { Analyser, Send } from './analyser.ts';
import { createAzureContentSafety } from './azure/azure-content-safety.ts';
import type { AnalyserClock } from './clock.ts';
import { createGoogleVision } from './google-vision/google-vision.ts';
import { createOpenaiModeration } from './openai-moderation/openai-moderation.ts';
import { createRekognition } from './rekognition/rekognition.ts';
import { createSightengine } from './sightengine/sightengine.ts';
import { createTransformers } from './transformers/transformers.ts';
import { createVisionLlm } from './vision-llm/vision-llm.ts';

/** What an adapter is given beside its settings. */
export type AnalyserParts = { send: Send; clock: AnalyserClock };

/** Settings of one adapter by name, as texts; which there are, the adapter's schema says. */
export type AnalyserSettings = Readonly<Record<string, string | undefined>>;

/** @throws Error naming a setting that is missing or wrong, never its value */
export type CreateAnalyser = (settings: AnalyserSettings, parts: AnalyserParts) => Analyser;

/** Every analyser beside the built-in one, by the name that a setting gives it. */
export const analyserFactories: Readonly<Record<string, CreateAnalyser>> = {
  rekognition: createRekognition,
  'google-vision': createGoogleVision,
  'azure-content-safety': createAzureContentSafety,
  sightengine: createSightengine,
  'openai-moderation': createOpenaiModeration,
  'vision-llm': createVisionLlm,
  transformers: createTransformers,
};

export const analyserNames: readonly string[] = Object.keys(analyserFactories);

/**
 * The analysers of a list, in its order. Nothing is loaded or asked yet.
 * @throws Error when a name is unknown, or a setting missing or wrong
 */
export function createAnalysers(
  chosen: readonly { name: string; settings: AnalyserSettings }[],
  parts: AnalyserParts,
): Analyser[] {
  return chosen.map(({ name, settings }) => {
    const create = analyserFactories[name];
    if (!create) throw new Error(`There is no analyser ${JSON.stringify(name)}: ${analyserNames.join(', ')}`);
    return create(settings, parts);
  });
}
