/** `npm start`: everything, on a machine that has Node, npm and nothing else. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';

if (await underNewNode(import.meta.url)) {
  // The image codec leaves glibc's per-thread heaps fragmented: without this a worker grows to 340 MB and the API process to 220,
  // with one heap they stay at 235 and 160 (1,000 uploads); the time of an upload is the same.
  // Only the processes that are started from here on see it.
  process.env.MALLOC_ARENA_MAX ??= '1';
  await ensureInstalled();
  const server = (name) => import(pathToFileURL(join(root, 'packages/server/src', name)).href);
  await server('quick-imports.ts');
  const { readEnvironment, variablesOf } = await server('environment.ts');
  let environment;
  try {
    environment = readEnvironment();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  // A machine that answers no requests serves no pages.
  const parts = (variablesOf(environment).ROLE || 'all').split(',').map((part) => part.trim());
  if (parts.some((part) => ['all', 'api', 'http'].includes(part))) await ensureWebBuilt();
  await (await server('start.ts')).start(environment);
}
