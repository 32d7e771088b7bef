import { fork } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { classifierFile } from '../models/classifier-file.ts';

const entry = fileURLToPath(new URL('../processes/prepare-models.ts', import.meta.url));

/** The folder of everything; closed to other users, except that root's PostgreSQL, who is nobody, may pass through it. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/** Converts the models that are not there yet, in a process that gives its 200 MB back by ending. */
export async function prepareModels(dataDir: string): Promise<void> {
  if (existsSync(classifierFile(dataDir))) return;
  await new Promise<void>((resolve, reject) => {
    const child = fork(entry, [dataDir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`The model could not be converted (${signal ?? `exit ${code}`}).`)),
    );
  });
}
