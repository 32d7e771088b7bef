/**
 * `node deploy/image/assemble.mjs TO REVISION`, while the image is built, in a clone with built pages and packages of
 * production alone: lays out in TO what a server needs, and prepares what it would make or fetch at its first start.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/root.mjs';
import { isNeeded } from './is-needed.mjs';

const [to = '', revision = 'unknown'] = process.argv.slice(2);
if (to === '') {
  console.error('Say where to: node deploy/image/assemble.mjs TO REVISION');
  process.exit(1);
}

/** What the server and its command read; the web as it was built. */
const parts = [
  ...['package.json', 'LICENSE', 'NOTICE', 'node_modules', 'stubs', 'packages/web/build/client', 'packages/web/package.json'],
  ...['contract', 'engine', 'sdk', 'server', 'cli'].map((name) => `packages/${name}`),
];
for (const part of parts)
  cpSync(join(root, part), join(to, part), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => isNeeded(path.slice(root.length + 1), process),
  });

const { prepareClassifier } = await import(pathToFileURL(join(to, 'packages/server/src/models/prepare-classifier.ts')).href);
await prepareClassifier(join(to, 'packages/server/prepared'));
// Where a clone keeps it: metrics and the log name the commit.
mkdirSync(join(to, '.git'));
writeFileSync(join(to, '.git/HEAD'), `${revision}\n`);
