import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { root } from './root.mjs';
import { runWithProgress } from './run.mjs';

/** What the built pages depend on. */
const sources = [
  'packages/web',
  'packages/contract/src',
  'packages/sdk/src',
  'docs/limits.md',
  'docs/images',
  'package-lock.json',
];
const build = join(root, 'packages/web/build');
const stampFile = join(build, '.sources');

/** Builds the web app, unless its sources are those of the last build. Ends the process when that fails. */
export async function ensureWebBuilt() {
  const stamp = fingerprint(root, sources);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  // Without the stamp a build that is cut off counts as none.
  rmSync(stampFile, { force: true });
  const program = join(root, 'node_modules/@react-router/dev/bin.cjs');
  const code = await runWithProgress('Building the web app', process.execPath, [program, 'build'], {
    cwd: join(root, 'packages/web'),
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) {
    console.error('The web app could not be built: see above.');
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
}
