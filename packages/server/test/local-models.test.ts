import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPanel, systemClock } from '@clearframe/engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linearModel, modelFolder } from '../../engine/test/tiny-models.ts';
import { ConfigError, readConfig } from '../src/config.ts';
import { checkLocalModels } from '../src/models/local-models.ts';
import { processLimits } from '../src/supervisor/limits.ts';
import { limitsWithModels } from '../src/supervisor/model-bytes.ts';
import { build } from './helpers/build.ts';
import { startTestDecoder } from './helpers/decoder.ts';
import { createUploader, file, picture, resultOf, runQueuedModeration } from './helpers/uploads.ts';

const none = Array.from({ length: 12 }, () => 0);
/** A classifier that calls every picture NSFW with the likelihood 1 / (1 + e⁻⁴). */
const strict = () =>
  modelFolder({
    'config.json': { model_type: 'vit', id2label: { 0: 'normal', 1: 'nsfw' } },
    'preprocessor_config.json': { size: { width: 2, height: 2 } },
    'model.onnx': linearModel(2, [none, none], [0, 4]),
  });
const named = (folders: string) => [{ name: 'transformers', settings: { folders } }];

describe('local models', () => {
  it('UP-02 SEC-02 decide about an upload on the one path, loaded from their folder by the decoder that is shut in', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-models-'));
    const decoder = await startTestDecoder(dataDir, { analysers: named(strict()) });
    const built = await build({ parts: { analysers: createPanel(decoder.local, { mode: 'together', clock: systemClock }) } });
    onTestFinished(async () => {
      await built.close();
      await decoder.close();
      rmSync(dataDir, { recursive: true });
    });
    await runQueuedModeration(built, decoder);
    const owner = await createUploader(built);
    const result = resultOf(await owner.upload({ media: file(picture('formats/pears.png')) }));
    expect(result.media_upload).toMatchObject({
      moderationFlagged: true,
      moderation: { ai_analysis: { flagged_categories: ['sexual_explicit'] } },
      analysis_metadata: {
        analysers: [
          { name: 'transformers', place: 'local', outcome: 'answered', cost_micros: 0, scores: { sexual_explicit: 0.982 } },
        ],
      },
    });
  });

  it('that are not there, or are no models, are told before the start', async () => {
    await checkLocalModels({ analysers: named(strict()), textModelsDir: null });
    const missing = checkLocalModels({ analysers: named('/nowhere/model'), textModelsDir: null });
    await expect(missing).rejects.toThrow('ANALYSERS: There is no model folder /nowhere/model');
    const noText = modelFolder({ 'recogniser.onnx': 'x', 'characters.txt': 'a\n' });
    await expect(checkLocalModels({ analysers: [], textModelsDir: '/nowhere' })).rejects.toThrow(
      '/nowhere has no recogniser.onnx',
    );
    await expect(checkLocalModels({ analysers: [], textModelsDir: noText })).rejects.toThrow('TEXT_MODELS_DIR: ');
  });

  it('OPS-04 raise what an analysis process may take of memory by 1.1 times their size', () => {
    const [first, second] = [strict(), strict()];
    const bytes = statSync(join(first, 'model.onnx')).size;
    expect(limitsWithModels(processLimits, [])).toEqual(processLimits);
    expect(limitsWithModels(processLimits, named(`${first}, ${second},/nowhere`))).toEqual({
      ...processLimits,
      softResidentBytes: processLimits.softResidentBytes + Math.ceil(2.2 * bytes),
      hardResidentBytes: processLimits.hardResidentBytes + Math.ceil(2.2 * bytes),
    });
  });

  it('are named by absolute paths', () => {
    expect(readConfig({ TEXT_MODELS_DIR: '/models/text' }).textModelsDir).toBe('/models/text');
    expect(readConfig({}).textModelsDir).toBeNull();
    expect(() => readConfig({ TEXT_MODELS_DIR: 'models' })).toThrow(ConfigError);
  });
});
