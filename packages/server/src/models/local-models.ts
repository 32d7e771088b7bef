import { createAnalysers, systemClock, textModelsIn, tryTextModels } from '@clearframe/engine';
import { type Config, ConfigError } from '../config.ts';

type Named = Pick<Config, 'analysers' | 'textModelsDir'>;

/**
 * Looks into the folders that the operator named and lets the text models run once: a file that is missing shall be told at the start,
 * not with the first upload.
 * @throws ConfigError naming the variable, the folder and what is wrong with it
 */
export async function checkLocalModels({ analysers, textModelsDir }: Named): Promise<void> {
  const send = () => Promise.reject(new Error('Nothing runs before the start'));
  await told('ANALYSERS', async () => {
    for (const analyser of createAnalysers(analysers, { send, clock: systemClock })) await analyser.close();
  });
  if (textModelsDir !== null) await told('TEXT_MODELS_DIR', async () => tryTextModels(textModelsIn(textModelsDir)));
}

async function told(variable: string, look: () => Promise<void>): Promise<void> {
  await look().catch((cause: unknown) => {
    throw new ConfigError(`${variable}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
}
