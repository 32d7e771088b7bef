import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the whole repository. */
const repository = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');

/** Programs and libraries of the system, without what people keep in /usr/src, /usr/share and below. */
const system = ['/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libx32', '/usr/libexec', '/usr/local/lib'];
/** Folders, or on newer systems links into /usr. */
const systemLinks = ['/bin', '/lib', '/lib32', '/lib64', '/libx32'];
/** What the loader and the libraries look at, and where whole systems are kept by content (Nix, Guix). */
const others = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/ld-musl-x86_64.path', '/nix/store', '/gnu/store'];
const devices = ['/dev/null', '/dev/urandom'];

export type Visible = {
  /** Absolute, to be seen and not to be written. */
  paths: string[];
  /** Link → where it leads. */
  links: [string, string][];
  /** Absolute, to be covered where one of the above holds them. */
  hidden: string[];
};

/** A program may come with libraries beside its folder. */
const withLibraries = (path: string): string[] =>
  basename(dirname(path)) === 'bin' ? [path, join(dirname(path), '../lib')] : [path];

/**
 * All that a shut-in program may see of the file system.
 * @param more paths of the program itself and of models
 * @param dataDir never to be seen, but for what of `more` lies in it
 */
export function visibleTo(more: readonly string[], dataDir: string): Visible {
  const code = [join(repository, 'packages'), join(repository, 'node_modules'), process.execPath];
  const wanted = [...system, ...systemLinks, ...others, ...devices, ...code, ...more.flatMap(withLibraries)];
  const there = wanted.filter((path) => existsSync(path));
  const links = there.filter((path) => systemLinks.includes(path) && lstatSync(path).isSymbolicLink());
  const paths = there.filter((path) => !links.includes(path)).flatMap((path) => [path, realpathSync(path)]);
  return {
    paths: [...new Set(paths)],
    links: links.map((path) => [path, readlinkSync(path)]),
    hidden: [dataDir, join(repository, '.env')].filter((path) => existsSync(path)).map((path) => realpathSync(path)),
  };
}
