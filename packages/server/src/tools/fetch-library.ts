import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { downloadPackage } from './download-package.ts';
import { extractFile } from './extract-file.ts';
import { takeLock } from './take-lock.ts';
import { type LibraryPackage, libraryFile, libraryLicence } from './video-library.ts';

export type LibraryFetching = {
  /** DATA_DIR/tools */
  folder: string;
  registry: () => Promise<string>;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'info'>;
  maxBytes?: number;
};

/** The tarballs have 63 MB and less, with room for none that is larger. */
const MAX_BYTES = 80_000_000;
/** For 63 MB: a line of 1 Mbit/s takes 9 minutes. */
const WALL_MS = 600_000;
const LOOK_AGAIN_MS = 250;

/** Where a package's library lies once it is whole. @param folder DATA_DIR/tools */
export const libraryPath = (folder: string, { name, version }: LibraryPackage): string =>
  join(folder, `${name.split('/').at(-1)}-${version}`, libraryFile);

/**
 * The library of a package on disk: it is there whole, or it is fetched. It is written aside and renamed when it was checked, by one
 * process at a time; others wait for that one.
 * @returns the absolute path of its file
 * @throws when it cannot be had, with the reason
 */
export async function fetchLibrary(wanted: LibraryPackage, parts: LibraryFetching): Promise<string> {
  const { folder, now } = parts;
  const path = libraryPath(folder, wanted);
  const home = dirname(path);
  await mkdir(folder, { recursive: true });
  const signal = AbortSignal.timeout(WALL_MS);
  while (!existsSync(path)) {
    const release = await takeLock(`${home}.lock`, now);
    if (release === null) {
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
      continue;
    }
    try {
      if (!existsSync(path)) await fetchTo(home, wanted, parts, signal);
    } finally {
      await release();
    }
  }
  return path;
}

async function fetchTo(home: string, wanted: LibraryPackage, parts: LibraryFetching, signal: AbortSignal): Promise<void> {
  const { log, maxBytes = MAX_BYTES } = parts;
  const aside = `${home}.new`;
  // What a process left that was killed.
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  try {
    const registry = await parts.registry();
    const { name, version } = wanted;
    log.info(
      { package: name, package_version: version, registry: new URL(registry).host, licence: libraryLicence, folder: home },
      'fetching the video library',
    );
    const tarball = join(aside, 'package.tgz');
    await downloadPackage(wanted, { registry, to: tarball, maxBytes, signal });
    await extractFile(tarball, `package/${libraryFile}`, join(aside, libraryFile));
    await rm(tarball);
    await rename(aside, home);
    log.info({ package: name, package_version: version }, 'fetched the video library');
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
