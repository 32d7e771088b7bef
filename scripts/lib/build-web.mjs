import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runWithProgress } from './run.mjs';

const skipped = new Set(['node_modules', 'build', '.react-router', 'test-results']);

function* filesBelow(path) {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) if (!skipped.has(name)) yield* filesBelow(join(path, name));
}

/** SHA-256 over names and contents of files and folders, in a fixed order; tests do not count. */
function fingerprint(base, paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    if (!existsSync(join(base, path))) continue;
    for (const file of filesBelow(join(base, path))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const bytes = readFileSync(file);
      hash.update(`${file.slice(base.length)}\0${bytes.length}\0`).update(bytes);
    }
  }
  return hash.digest('hex');
}

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
