/** `npm run check`: format, lint, types, walls, voice and days of guides, nothing that runs the product. */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const tool = (path) => join(root, 'node_modules', path);
// One thread each takes half the computing of four, and the steps run side by side.
const tsc = [tool('typescript/bin/tsc'), '--singleThreaded', '-p'];

/** What makes files that other steps read. */
const firstSteps = [{ name: 'route types', args: [tool('@react-router/dev/bin.cjs'), 'typegen'], cwd: 'packages/web' }];

/** Every other step, as arguments of Node, the longest first. */
const steps = () => [
  { name: 'types of journeys and proofs', args: [...tsc, 'tsconfig.json'] },
  { name: 'types of server', args: [...tsc, 'packages/server'] },
  { name: 'biome', args: [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'] },
  { name: 'shape', args: ['scripts/shape.mjs'] },
  { name: 'voice', args: ['scripts/voice.mjs'] },
  { name: 'days of guides', args: ['scripts/guide-days.mjs'] },
  { name: 'unused exports', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  ...readdirSync(join(root, 'packages'))
    .filter((name) => name !== 'server')
    .sort()
    .map((name) => ({ name: `types of ${name}`, args: [...tsc, join('packages', name)] })),
];

/** Runs one step and prints how it ended, and what it said when it failed. @returns its name where it failed */
async function take({ name, args, cwd = '.' }) {
  const begun = Date.now();
  const { code, output } = await run(process.execPath, args, { quiet: true, cwd: join(root, cwd) });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output.trim());
  return code === 0 ? [] : [name];
}

/** Runs every step, one a core. @returns {Promise<{ passed: number, failed: number, names: string[] }>} with the names of what failed */
export async function check() {
  const results = [];
  for (const step of firstSteps) results.push(await take(step));
  const waiting = steps();
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await take(step));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const names = results.flat();
  return { passed: results.length - names.length, failed: names.length, names };
}

if (process.argv[1] === join(root, 'scripts/check.mjs') && (await underNewNode(import.meta.url))) {
  await ensureInstalled();
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
