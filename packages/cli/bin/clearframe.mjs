#!/usr/bin/env node
// Plain JavaScript that old Nodes run too: it only finds a Node that is new enough and hands over to it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs TypeScript as it is, with everything that the dependencies ask for. */
const oldest = [22, 22];
const args = process.argv.slice(2);
/** What the server's own script does, beside its database. */
const operatorCommands = [
  'grant',
  'hold',
  'release',
  'holds',
  'two-step',
  'operator',
  'retention',
  'processes',
  'doctor',
  'log',
  'backup',
  'restore',
  'migrate',
  'settings',
  'queue',
  'reseal',
  'storage',
  'quarantine',
  'move-database',
];
/** Without onnxruntime's CUDA download, which fails on machines that may not reach it and is never used. */
const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}

/** The user's folder for what can be made again. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'clearframe');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'clearframe');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'clearframe');
}

/** Path of the Node 24 that npx fetched; asked once, then remembered for as long as the file is there. */
function fetchedNode() {
  const memo = join(cacheFolder(), 'node24');
  const known = existsSync(memo) ? readFileSync(memo, 'utf8').trim() : '';
  if (known !== '' && existsSync(known)) return known;
  console.error(`Node ${process.versions.node} is older than ${oldest.join('.')}: fetching Node 24 through npx (once) …`);
  const asked = spawnSync('npx', ['-y', '-p', 'node@24', '-c', 'node -p process.execPath'], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  const path = (asked.stdout ?? '').trim().split('\n').at(-1) ?? '';
  if (asked.status !== 0 || !existsSync(path)) {
    console.error(`Node 24 could not be fetched. Install Node ${oldest.join('.')} or newer, or connect to the network once.`);
    process.exit(2);
  }
  try {
    mkdirSync(dirname(memo), { recursive: true });
    writeFileSync(memo, `${path}\n`);
  } catch {
    // A cache that cannot be written costs the next start a second, no more.
  }
  return path;
}

/** Runs a script with this terminal; its exit code becomes ours. */
async function handOver(node, script, scriptArgs) {
  const child = spawn(node, [script, ...scriptArgs], { env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...ended) => resolve(ended));
  });
  process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
}

const here = fileURLToPath(import.meta.url);
const operator = join(dirname(here), '../../server/src/operator.ts');
const asksForHelp = args.includes('--help') || args.includes('-h');
if (!isNewEnough(process.versions.node)) {
  await handOver(fetchedNode(), here, args);
} else if (operatorCommands.includes(args[0]) && existsSync(operator) && !asksForHelp) {
  await handOver(process.execPath, operator, args);
} else if (operatorCommands.includes(args[0]) && args[0] !== 'doctor' && !asksForHelp) {
  console.error(`clearframe ${args[0]} runs where the server is installed: in its folder, on its machine.`);
  process.exitCode = 2;
} else {
  // The image codec leaves glibc's per-thread heaps fragmented: the checking processes would take half as much memory again.
  process.env.MALLOC_ARENA_MAX ??= '1';
  const { main } = await import('../src/main.ts');
  const ending = new AbortController();
  // A watch ends with its summary; a second Ctrl+C, and every other command, end at once.
  if (args.includes('--watch') || args.some((word) => word.startsWith('--watch=')))
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());
  process.exitCode = await main(args, {
    out: process.stdout,
    err: process.stderr,
    cacheFolder: cacheFolder(),
    environment: process.env,
    stopped: ending.signal,
  });
}
