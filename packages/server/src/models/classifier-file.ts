import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { classifierKey, convertClassifier } from '@clearframe/engine';

/** Where the converted classifier lies; the name changes with the model and with the converter. */
export const classifierFile = (dataDir: string): string => join(dataDir, 'models', `${classifierKey}.onnx`);

/**
 * Converts the classifier unless that was done before. Whole or not there: it is written aside, then renamed.
 * Takes about half a second and 200 MB, so it belongs into a process that ends.
 */
export async function prepareClassifier(dataDir: string): Promise<void> {
  const file = classifierFile(dataDir);
  if (existsSync(file)) return;
  const model = await convertClassifier();
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, model, { flush: true });
  renameSync(draft, file);
}

/** @throws when {@link prepareClassifier} did not run on this directory */
export const readClassifier = (dataDir: string): Uint8Array => readFileSync(classifierFile(dataDir));
