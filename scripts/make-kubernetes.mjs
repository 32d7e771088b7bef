/** `node scripts/make-kubernetes.mjs` writes deploy/kubernetes from the typed objects of scripts/kubernetes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manifestFiles } from './kubernetes/manifests.ts';
import { root } from './lib/root.mjs';

const folder = join(root, 'deploy/kubernetes');
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of Object.entries(manifestFiles())) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
