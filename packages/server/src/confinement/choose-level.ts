import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfine } from './confine.ts';
import { type ConfinementLevel, levelsFor, unconfined } from './level.ts';

const execute = promisify(execFile);
const TRY_MS = 20_000;

/** Ends well when it can read our code and the models, and write to no folder that it sees. */
const trial = `
const { accessSync, constants, readdirSync, readFileSync } = require('node:fs');
const [, code, namespaces, ...models] = process.argv;
readFileSync(code);
for (const folder of models) for (const name of readdirSync(folder, { recursive: true }))
  accessSync(folder + '/' + name, constants.R_OK);
if (namespaces === 'all') for (const line of readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\\n')) {
  const path = line.split(' ')[4].replace(/\\\\040/g, ' ');
  if (/^\\/(proc|dev)\\b/.test(path)) continue;
  let writes = true;
  try { accessSync(path, constants.W_OK); } catch { writes = false; }
  if (writes) throw new Error(path + ' can be written');
}`;

async function works(level: ConfinementLevel, dataDir: string, readable: readonly string[]): Promise<boolean> {
  try {
    const ourCode = fileURLToPath(import.meta.url);
    const args = ['-e', trial, ourCode, level.namespaces, ...readable];
    const confined = createConfine(level, dataDir)(process.execPath, args, readable);
    await execute(confined.program, confined.args, { env: {}, timeout: TRY_MS });
    return true;
  } catch {
    return false;
  }
}

/**
 * The best way of shutting programs in that works here: each is tried with a real program, best first.
 * @param models folders that the operator named; those that are not there are told of elsewhere
 */
export async function chooseLevel(dataDir: string, models: readonly string[] = []): Promise<ConfinementLevel> {
  if (process.platform !== 'linux') return unconfined;
  const readable = models.filter((folder) => existsSync(folder));
  for (const level of levelsFor(process.getuid?.() === 0))
    if (!level.setpriv || (await works(level, dataDir, readable))) return level;
  return unconfined;
}
