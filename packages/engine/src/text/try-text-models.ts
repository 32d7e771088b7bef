import { createTextDetector } from './text-detector.ts';
import type { TextModelSource } from './text-models.ts';
import { createTextRecogniser } from './text-recogniser.ts';

/**
 * Loads the models and lets each run once, so that a mistake shows before the first upload.
 * @throws Error when one cannot be loaded, or the character list does not belong to the recogniser
 */
export async function tryTextModels({ load }: TextModelSource): Promise<void> {
  const { detector: detects, recogniser: recognises, characters } = await load();
  const detector = await createTextDetector(detects);
  const side = 64;
  const blank = { data: new Uint8Array(side * side * 3), width: side, height: side };
  await detector.map(blank, { width: side, height: side });
  await detector.close();
  await (await createTextRecogniser(recognises, characters)).close();
}
