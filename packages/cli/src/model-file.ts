import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classifierKey, convertClassifier } from '@clearframe/engine';

/**
 * The converted classifier from the user's cache; converted and kept there at the first use (half a second).
 * It is written aside and renamed, so that a file under its name is whole. A cache that cannot be written is done without.
 */
export async function readModel(folder: string): Promise<Uint8Array> {
  const file = join(folder, `${classifierKey}.onnx`);
  const kept = await readFile(file).catch(() => null);
  if (kept) return kept;
  const model = await convertClassifier();
  await keep(folder, file, model).catch(() => undefined);
  return model;
}

async function keep(folder: string, file: string, model: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, model);
  await rename(draft, file);
}
