import { beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../test/fixture.ts';
import { modelFolder } from '../../test/tiny-models.ts';
import { ANALYSIS_VERSION, convertClassifier, createEngine } from '../index.ts';
import { readTextModels, textModelsIn } from './text-models.ts';
import { tryTextModels } from './try-text-models.ts';

const files = { recogniser: new Uint8Array(), list: '' };
beforeAll(async () => {
  const { recogniser, characters } = await readTextModels();
  Object.assign(files, { recogniser, list: `${characters.slice(1, -1).join('\r\n')}\r\n` });
});

describe('text models of a folder', () => {
  it('KEY-04 read as those of the package do, and their results carry another version', async () => {
    const source = textModelsIn(modelFolder({ 'recogniser.onnx': files.recogniser, 'characters.txt': files.list }));
    expect(source.name).toMatch(/^text-[0-9a-f]{8}$/);
    await tryTextModels(source);
    const engine = await createEngine({ classifier: await convertClassifier(), text: source });
    const analysis = await engine.analyse(fixture('text/camera.webp'));
    await engine.close();
    expect(analysis.text.toLowerCase()).toContain('vintage camera');
    expect(analysis.analysis_version).toBe(ANALYSIS_VERSION.replace('ppocr-4', source.name));
  });

  it('are told apart by what is in them', () => {
    const names = ['a\nb\n', 'a\nc\n'].map((list) => {
      return textModelsIn(modelFolder({ 'recogniser.onnx': files.recogniser, 'characters.txt': list })).name;
    });
    expect(new Set(names).size).toBe(2);
  });

  it.each(['recogniser.onnx', 'characters.txt'])('are refused without %s', (missing) => {
    const folder = modelFolder({ [missing === 'characters.txt' ? 'recogniser.onnx' : 'characters.txt']: 'x' });
    expect(() => textModelsIn(folder)).toThrow(`The folder of text models ${folder} has no ${missing}`);
  });

  it('are refused when list and recogniser do not belong together', async () => {
    const source = textModelsIn(modelFolder({ 'recogniser.onnx': files.recogniser, 'characters.txt': 'a\nb\nc\n' }));
    await expect(tryTextModels(source)).rejects.toThrow('do not belong together');
  });
});
