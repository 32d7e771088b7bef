import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { ProcessLimits } from './limits.ts';

/** A model takes so much of its file's size (bench/engine). */
const RESIDENT_SHARE = 1.1;

/**
 * The limits with room for the models that the operator named: without it a process with a large one would be replaced after each
 * picture, and load it again for the next.
 */
export function limitsWithModels(limits: ProcessLimits, analysers: Config['analysers']): ProcessLimits {
  const folders = analysers.flatMap(({ name, settings }) => (name === 'transformers' ? (settings.folders ?? '').split(',') : []));
  const bytes = Math.ceil(RESIDENT_SHARE * folders.reduce((sum, folder) => sum + modelBytes(folder.trim()), 0));
  return {
    ...limits,
    softResidentBytes: limits.softResidentBytes + bytes,
    hardResidentBytes: limits.hardResidentBytes + bytes,
  };
}

/** Of all models below the folder, weights beside them included. A folder that cannot be read is told of elsewhere. */
function modelBytes(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.onnx(_data)?$/.test(name))
      .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0;
  }
}
