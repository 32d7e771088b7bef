/** `npm run pack:sdk [folder]`: the SDK as a file that `npm install` takes, in `.cache` or that folder. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { packSdk } from './lib/pack-sdk.mjs';
import { root } from './lib/root.mjs';

if (await underNewNode(import.meta.url)) {
  await ensureInstalled();
  const into = resolve(process.argv[2] ?? join(root, '.cache'));
  mkdirSync(into, { recursive: true });
  console.log(await packSdk(into));
}
