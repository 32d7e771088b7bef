import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Surroundings } from '../surroundings.ts';
import { addModel } from './add-model.ts';
import { curatedModels } from './curated-list.ts';
import { createHub } from './hub.ts';
import { readLock, sumOf } from './lock-file.ts';
import { ModelsError } from './models-error.ts';

export type ModelsCommand = { name: 'models' } & (
  | { action: 'list'; json: boolean }
  | { action: 'add'; id: string; folder: string; revision: string | null; accepted: string | null; hub: string | null }
  | { action: 'verify'; folder: string }
);

/** @returns the exit code: 0, or that of a {@link ModelsError} */
export async function runModels(command: ModelsCommand, surroundings: Surroundings): Promise<number> {
  try {
    if (command.action === 'list') list(command.json, surroundings);
    else if (command.action === 'verify') await verify(resolve(command.folder), surroundings);
    else await add(command, surroundings);
    return 0;
  } catch (error) {
    if (!(error instanceof ModelsError)) throw error;
    surroundings.err.write(`${error.message}\n`);
    return error.code;
  }
}

function list(json: boolean, { out }: Surroundings): void {
  if (json) {
    out.write(`${JSON.stringify({ models: curatedModels }, null, 2)}\n`);
    return;
  }
  for (const { id, licence, labels, checked_at: checkedAt } of curatedModels) {
    out.write(`${id}\n  licence ${licence}, labels ${labels.join(', ')}\n`);
    out.write(
      `  ${checkedAt === null ? 'not checked on the hub yet: "add" shows its licence and files' : `checked ${checkedAt}`}\n`,
    );
  }
}

async function add(command: Extract<ModelsCommand, { action: 'add' }>, surroundings: Surroundings): Promise<void> {
  const { out, environment = {}, now = () => new Date() } = surroundings;
  const folder = resolve(command.folder);
  const hub = createHub(command.hub ?? (environment.HF_ENDPOINT || 'https://huggingface.co'), environment.HF_TOKEN || undefined);
  const ask = surroundings.ask ?? (process.stdin.isTTY ? askTerminal : null);
  const { revision } = await addModel({ ...command, folder }, { hub, out, ask, now });
  out.write(`Pinned ${command.id} at ${revision}.\n\nSet in .env:\n  ANALYSERS=transformers\n  TRANSFORMERS_FOLDERS=${folder}\n`);
}

async function verify(folder: string, { out }: Surroundings): Promise<void> {
  const lock = await readLock(folder);
  if (!lock) throw new ModelsError(2, `${folder} has no clearframe.lock.json. "clearframe models add" writes it.`);
  const wrong: string[] = [];
  for (const { path, bytes, sha256 } of lock.files) {
    const here = await sumOf(resolve(folder, path));
    if (!here) wrong.push(`${path} is missing.`);
    else if (here.sha256 !== sha256 || here.bytes !== bytes) wrong.push(`${path} is another file.`);
  }
  if (wrong.length > 0) throw new ModelsError(3, wrong.join('\n'));
  out.write(`${lock.repo} at ${lock.revision}: ${lock.files.length} files as pinned.\n`);
}

async function askTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
