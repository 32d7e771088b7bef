/**
 * `node deploy/image/assemble.mjs TO VIDEO_LIBRARY REVISION`, while the image is built, in a clone with built pages and packages of
 * production alone: lays out in TO what a server needs, and prepares what it would make or fetch at its first start.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/root.mjs';
import { isNeeded } from './is-needed.mjs';

const [to = '', videoLibrary = 'on', revision = 'unknown'] = process.argv.slice(2);
if (to === '' || !['on', 'off'].includes(videoLibrary)) {
  console.error(`VIDEO_LIBRARY: ${JSON.stringify(videoLibrary)} is not accepted: on or off`);
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

const server = (path) => import(pathToFileURL(join(to, 'packages/server/src', path)).href);
const prepared = join(to, 'packages/server/prepared');
const { prepareClassifier } = await server('models/prepare-classifier.ts');
await prepareClassifier(prepared);
if (videoLibrary === 'on') {
  const { createFetchVideoTools } = await server('tools/fetch-video-tools.ts');
  const log = { info: (facts, text) => console.log(text, JSON.stringify(facts)) };
  await createFetchVideoTools({ folder: join(prepared, 'tools'), log })();
}
// Where a clone keeps it: metrics and the log name the commit.
mkdirSync(join(to, '.git'));
writeFileSync(join(to, '.git/HEAD'), `${revision}\n`);
