import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifierKey } from '@clearframe/engine/light';
import { preparedFolder } from '../tools/prepared-folder.ts';

const fileIn = (folder: string): string => join(folder, 'models', `${classifierKey}.onnx`);

/** Where the converted classifier lies; the name changes with the model and with the converter. */
export function classifierFile(dataDir: string, prepared: string = preparedFolder): string {
  return existsSync(fileIn(prepared)) ? fileIn(prepared) : fileIn(dataDir);
}

/** @throws when `prepareClassifier` did not run on this directory */
export const readClassifier = (dataDir: string): Uint8Array => readFileSync(classifierFile(dataDir));
