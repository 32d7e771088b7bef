import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const Versions = z.record(z.string(), z.string()).default({});
const Manifest = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions });
const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional() })) });

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const lock = Lock.parse(read('package-lock.json'));
const folders = ['', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)].filter((folder) =>
  existsSync(join(root, folder, 'package.json')),
);
const versionsOf = (manifest: unknown): [string, string][] => {
  const { dependencies, devDependencies, optionalDependencies } = Manifest.parse(manifest);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
};

describe('dependencies', () => {
  it.each(folders)('are named at exact versions in package.json of "%s", and the lockfile says the same', (folder) => {
    const named = versionsOf(read(join(folder, 'package.json')));
    expect(
      named.filter(([, version]) => !/^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|file:.+|npm:[\w@/-]+@\d+\.\d+\.\d+)$/.test(version)),
    ).toEqual([]);
    expect(versionsOf(lock.packages[folder]).sort()).toEqual(named.sort());
  });

  it('come from the registry of whoever installs: the lockfile holds no address', () => {
    const addresses = Object.values(lock.packages).flatMap(({ resolved }) => (resolved?.includes('://') ? [resolved] : []));
    expect(addresses).toEqual([]);
  });
});
