import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classifierKey } from '@clearframe/engine/light';

/** Where the converted classifier lies; the name changes with the model and with the converter. */
export const classifierFile = (dataDir: string): string => join(dataDir, 'models', `${classifierKey}.onnx`);

/** @throws when `prepareClassifier` did not run on this directory */
export const readClassifier = (dataDir: string): Uint8Array => readFileSync(classifierFile(dataDir));
