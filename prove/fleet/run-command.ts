import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of this version. */
export const ownRoot = join(import.meta.dirname, '../..');

/**
 * `clearframe`, as an operator runs it beside the fleet: this version's, unless another folder is given.
 * @returns its exit code and all that it printed
 */
export async function runCommand(variables: Record<string, string>, args: readonly string[], root = ownRoot) {
  const program = join(root, 'packages/cli/bin/clearframe.mjs');
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-operator-'));
  const env = { ...process.env, DATA_DIR: dataDir, ...variables };
  const child = spawn(process.execPath, [program, ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes));
  const [code] = await once(child, 'close');
  rmSync(dataDir, { recursive: true, force: true });
  return { code: Number(code), output };
}
