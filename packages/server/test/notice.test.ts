import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = new URL('../../../', import.meta.url);
const notice = readFileSync(new URL('NOTICE', root), 'utf8');

const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names });

/** Names of every direct dependency of the root and the workspaces; our own and the local stand-ins apart. */
function directDependencies(): string[] {
  const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
  const names = manifests.flatMap((path) => {
    const manifest = Manifest.parse(JSON.parse(readFileSync(new URL(path, root), 'utf8')));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    return Object.entries(all).flatMap(([name, range]) => (range.startsWith('file:') ? [] : [name]));
  });
  return [...new Set(names)].filter((name) => !name.startsWith('@clearframe/'));
}

describe('NOTICE', () => {
  it('lists every direct dependency, so that none is taken on without its licence being looked at', () => {
    const listed = new Set(notice.split('\n').map((line) => line.split(/\s/)[0]));
    const missing = directDependencies().filter((name) => !listed.has(name) && !listed.has(name.replace(/\/.*/, '/*')));
    expect(missing).toEqual([]);
  });
});
