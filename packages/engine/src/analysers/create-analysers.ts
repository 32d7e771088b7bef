import type { Analyser, Send } from './analyser.ts';
import { createAzureContentSafety } from './azure/azure-content-safety.ts';
import type { AnalyserClock } from './clock.ts';
import { createGoogleVision } from './google-vision/google-vision.ts';
import { createOpenaiModeration } from './openai-moderation/openai-moderation.ts';
import { createRekognition } from './rekognition/rekognition.ts';
import { createSightengine } from './sightengine/sightengine.ts';
import { createVisionLlm } from './vision-llm/vision-llm.ts';

/** What an adapter is given beside its settings. */
export type AnalyserOutside = { send: Send; clock: AnalyserClock };

/** Settings of one adapter by name, as texts; which there are, the adapter's schema says. */
export type AnalyserSettings = Readonly<Record<string, string | undefined>>;

/** @throws Error naming a setting that is missing or wrong, never its value */
export type CreateAnalyser = (settings: AnalyserSettings, parts: AnalyserOutside) => Analyser;

/** Services beside the built-in analyser, by the name that a setting gives each. */
const remote: Readonly<Record<string, CreateAnalyser>> = {
  rekognition: createRekognition,
  'google-vision': createGoogleVision,
  'azure-content-safety': createAzureContentSafety,
  sightengine: createSightengine,
  'openai-moderation': createOpenaiModeration,
  'vision-llm': createVisionLlm,
};

/** The one that runs models of this machine. */
export const localAnalyser = 'transformers';

export const analyserNames: readonly string[] = [...Object.keys(remote), localAnalyser];

/**
 * The analysers of a list, in its order. Nothing is loaded or asked yet.
 * @param createLocal makes the one that decodes and computes: here, or by asking another process
 * @throws Error when a name is unknown, or a setting missing or wrong
 */
export function createAnalysersWith(
  createLocal: CreateAnalyser,
  chosen: readonly { name: string; settings: AnalyserSettings }[],
  parts: AnalyserOutside,
): Analyser[] {
  return chosen.map(({ name, settings }) => {
    const create = name === localAnalyser ? createLocal : remote[name];
    if (!create) throw new Error(`There is no analyser ${JSON.stringify(name)}: ${analyserNames.join(', ')}`);
    return create(settings, parts);
  });
}
