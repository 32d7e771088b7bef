/** `npm run check`: format, lint, types and walls, nothing that runs the product. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const tool = (path) => join(root, 'node_modules', path);
const tsc = [tool('typescript/bin/tsc'), '-p'];

/** Every step, as arguments of Node. */
const steps = () => [
  { name: 'biome', args: [tool('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings'] },
  { name: 'shape', args: ['scripts/shape.mjs'] },
  { name: 'route types', args: [tool('@react-router/dev/bin.cjs'), 'typegen'], cwd: 'packages/web' },
  ...readdirSync(join(root, 'packages'))
    .sort()
    .map((name) => ({ name: `types of ${name}`, args: [...tsc, join('packages', name)] })),
  { name: 'types of journeys and proofs', args: [...tsc, 'tsconfig.json'] },
];

/** Runs every step, prints what failed. @returns {Promise<{ passed: number, failed: number }>} */
export async function check() {
  const counts = { passed: 0, failed: 0 };
  for (const { name, args, cwd = '.' } of steps()) {
    const begun = Date.now();
    const { code, output } = await run(process.execPath, args, { quiet: true, cwd: join(root, cwd) });
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
    if (code !== 0) console.log(output.trim());
  }
  return counts;
}

if (process.argv[1] === join(root, 'scripts/check.mjs') && (await underNewNode(import.meta.url))) {
  await ensureInstalled();
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
