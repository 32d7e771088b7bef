import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './root.mjs';

/** The oldest Node that runs TypeScript as it is, with everything that our dependencies ask for. */
const oldest = [22, 22];
const cacheFile = join(root, '.cache', 'node24');

/** @param {string} version "24.1.0" */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** Path of a Node 24 that npx fetched and keeps; asked once, then remembered for as long as the file is there. */
function fetchedNode() {
  if (existsSync(cacheFile)) {
    const known = readFileSync(cacheFile, 'utf8').trim();
    if (existsSync(known)) return known;
  }
  console.log(`Node ${process.versions.node} is older than ${oldest.join('.')}: fetching Node 24 through npx (once) …`);
  const found = spawnSync('npx', ['-y', '-p', 'node@24', '-c', 'node -p process.execPath'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const path = found.stdout?.trim().split('\n').at(-1) ?? '';
  if (found.status !== 0 || !existsSync(path)) {
    console.error(`Node 24 could not be fetched. Install Node ${oldest.join('.')} or newer, or connect to the network once.`);
    process.exit(1);
  }
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, `${path}\n`);
  return path;
}

/**
 * Goes on under a Node that is new enough: this one, or another that runs the same script and whose exit code becomes ours.
 * The channel between the two makes the child notice when this process is killed.
 * @param {string} script import.meta.url of the caller
 * @returns {Promise<boolean>} whether the caller shall go on itself
 */
export async function underNewNode(script) {
  if (isNewEnough(process.versions.node)) return true;
  const node = fetchedNode();
  const child = spawn(node, [fileURLToPath(script), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...ended) => resolve(ended));
  });
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  return false;
}
