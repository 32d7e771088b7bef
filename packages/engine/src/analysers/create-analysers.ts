import type { Analyser, AnalyserOutside, AnalyserSettings, CreateAnalyser } from './analyser.ts';
import { createAzureContentSafety } from './azure/azure-content-safety.ts';
import { createGoogleVision } from './google-vision/google-vision.ts';
import { createOip } from './oip/oip.ts';
import { createOpenaiModeration } from './openai-moderation/openai-moderation.ts';
import { createRekognition } from './rekognition/rekognition.ts';
import { createSightengine } from './sightengine/sightengine.ts';
import { createVisionLlm } from './vision-llm/vision-llm.ts';

/** Services beside the built-in analyser, by the name that a setting gives each. */
const remote: Readonly<Record<string, CreateAnalyser>> = {
  rekognition: createRekognition,
  'google-vision': createGoogleVision,
  'azure-content-safety': createAzureContentSafety,
  sightengine: createSightengine,
  'openai-moderation': createOpenaiModeration,
  'vision-llm': createVisionLlm,
  oip: createOip,
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
