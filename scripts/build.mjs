/** `npm run build`: what `npm start` would build, without starting anything. */
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';

if (await underNewNode(import.meta.url)) {
  await ensureInstalled();
  await ensureWebBuilt();
}
