import { convertClassifier } from '@clearframe/engine';
import { chooseLevel } from '../../src/confinement/choose-level.ts';
import { createConfine } from '../../src/confinement/confine.ts';
import { type Decoder, type DecoderOptions, startDecoder } from '../../src/confinement/decoder.ts';
import { modelFolders } from '../../src/confinement/model-folders.ts';

/** A decoder, shut in as far as this machine lets us, as an analysis process starts one. */
export async function startTestDecoder(dataDir: string, options: Partial<DecoderOptions> = {}): Promise<Decoder> {
  const classifier = await convertClassifier();
  const { textModelsDir = null, analysers = [] } = options;
  const confine = createConfine(await chooseLevel(dataDir, modelFolders({ textModelsDir, analysers })), dataDir);
  return await startDecoder({ confine, classifier: () => classifier, textModelsDir: null, analysers: [], ...options });
}
