import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const skipped = new Set(['node_modules', 'build', '.react-router', 'test-results']);

function* filesBelow(path) {
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) if (!skipped.has(name)) yield* filesBelow(join(path, name));
}

/** SHA-256 over names and contents of files and folders, in a fixed order; tests do not count. */
export function fingerprint(base, paths) {
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
