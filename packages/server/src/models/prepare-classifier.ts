import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { convertClassifier } from '@clearframe/engine';
import { classifierFile } from './classifier-file.ts';

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
