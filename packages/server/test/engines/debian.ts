import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../../.cache/engines/', import.meta.url));

/** A folder that a package and what it lacks here are unpacked into, or why there is none on this machine. */
type Unpacked = { root: string } | { notRun: string };

type Apt = (args: string[], cwd?: string) => { failed: boolean; said: string };

/** apt with this machine's lists of packages, or, where these do not know the package, with lists of our own. */
function aptFor(name: string): Apt | { notRun: string } {
  if (spawnSync('apt-get', ['--version']).status !== 0) return { notRun: `there is no apt here, which ${name} comes by` };
  const options = ['-qq', '-o', `APT::Sandbox::User=${userInfo().username}`];
  const apt: Apt = (args, cwd) => {
    const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], { cwd, encoding: 'utf8', timeout: 120_000 });
    return { failed: status !== 0, said: status === 0 ? stdout : (stderr.trim().split('\n').at(-1) ?? '') };
  };
  if (spawnSync('apt-cache', ['show', name]).status === 0) return apt;
  const lists = join(cache, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(lists, folder), { recursive: true });
  options.push('-o', `Dir::State::Lists=${lists}/lists`, '-o', `Dir::Cache=${lists}/cache`, '-o', 'Debug::NoLocking=1');
  const updated = apt(['update']);
  return updated.failed ? { notRun: `the lists of packages cannot be fetched: ${updated.said}` } : apt;
}

type Wanted = { names: readonly string[]; unneeded: ReadonlySet<string> };

function fetch(name: string, root: string, { names: wanted, unneeded }: Wanted): string | null {
  const apt = aptFor(wanted[0] ?? name);
  if ('notRun' in apt) return apt.notRun;
  const needed = apt(['install', '--simulate', '--no-install-recommends', ...wanted]);
  if (needed.failed) return `${name} cannot be had: ${needed.said}`;
  const names = [...needed.said.matchAll(/^Inst (\S+)/gm)].map(([, one]) => one ?? '').filter((one) => !unneeded.has(one));
  const folder = mkdtempSync(join(cache, 'making-'));
  try {
    const fetched = apt(['download', ...names], folder);
    if (fetched.failed) return `packages cannot be fetched: ${fetched.said}`;
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.deb')))
      if (spawnSync('dpkg-deb', ['-x', join(folder, file), join(folder, 'root')]).status !== 0)
        return `${file} cannot be unpacked`;
    // Another run may have made it meanwhile.
    if (!existsSync(root)) renameSync(join(folder, 'root'), root);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Programs of Debian packages, to run from where they are unpacked: nothing is installed, and no root is needed. Fetched once, by
 * apt, which checks the signatures.
 * @param name of the folder, and of the package where no others are named
 * @param unneeded what they ask for, and what is left out
 */
export function unpackPackages(
  name: string,
  names: readonly string[] = [name],
  unneeded: ReadonlySet<string> = new Set(),
): Unpacked {
  const root = join(cache, name);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(root)) {
    const notRun = fetch(name, root, { names, unneeded });
    if (notRun !== null) return { notRun };
  }
  return { root };
}

/** Where programs below such a folder find their libraries: a value of LD_LIBRARY_PATH. */
export function librariesIn(root: string): string {
  const folders = ['usr/lib', 'lib'].map((one) => join(root, one)).filter((one) => existsSync(one));
  return folders
    .flatMap((folder) => readdirSync(folder).map((one) => join(folder, one)))
    .filter((path) => path.includes('-linux-gnu'))
    .join(':');
}
