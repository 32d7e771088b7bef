import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** Where Debian's Chromium lies: the one without a window takes its data files from there. */
const installed = '/usr/lib/chromium';
const program = 'chromium-headless-shell';
/** A network that answers nothing holds nobody up: apt's own limit is half a minute an address. */
const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];

/** @returns what the command printed, null where it failed, took two minutes, or is not there */
const said = async (command, args, cwd = root) => {
  const { code, output } = await run('timeout', ['120', command, ...args], { cwd, quiet: true }).catch(() => ({
    code: 1,
    output: '',
  }));
  return code === 0 ? output.trim() : null;
};

/**
 * Fetches the package's file by apt, which checks its sum. An image seldom keeps apt's lists: where they do not name it, own ones are
 * read once.
 * @returns its name, null where it cannot be had
 */
async function fetchArchive(version, folder) {
  const lists = join(folder, 'lists');
  const fetched = async (options) => {
    await said('apt-get', ['download', '-qq', ...patience, ...options, `${program}=${version}`], folder);
    return readdirSync(folder).find((name) => name.endsWith('.deb')) ?? null;
  };
  const byTheMachine = await fetched([]);
  if (byTheMachine) return byTheMachine;
  mkdirSync(join(lists, 'partial'), { recursive: true });
  const own = ['-o', `Dir::State::lists=${lists}`, '-o', 'Dir::Cache::pkgcache=', '-o', 'Dir::Cache::srcpkgcache='];
  const isRead = (await said('apt-get', ['update', '-qq', ...patience, ...own], folder)) !== null;
  const byOwnLists = isRead ? await fetched(own) : null;
  rmSync(lists, { recursive: true });
  return byOwnLists;
}

/** Unpacks it into that folder. @returns whether it starts there */
async function unpack(archive, folder) {
  if ((await said('dpkg-deb', ['-x', archive, '.'], folder)) === null) return false;
  rmSync(join(folder, archive));
  const own = join(folder, installed);
  for (const name of readdirSync(installed).filter((one) => !existsSync(join(own, one))))
    symlinkSync(join(installed, name), join(own, name));
  return (await said(join(own, program), ['--version'])) !== null;
}

/**
 * Debian's Chromium without a window, of the version that is installed with one: the same engine computes a tenth less for the same
 * pages. It is unpacked below `.cache`, so the machine stays as it is.
 * @returns its path, null where Debian's Chromium is not installed, or its package cannot be had
 */
export async function windowlessBrowser(home = join(root, '.cache', 'browser')) {
  const version = existsSync(installed) ? (await said('dpkg-query', ['--show', 'chromium']))?.split('\t')[1] : null;
  if (!version) return null;
  const folder = join(home, version.replaceAll(/[^\w.~-]/g, '_'));
  const path = join(folder, installed, program);
  if (existsSync(path)) return path;
  // An earlier version's, or what an ended run has left.
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const unfinished = mkdtempSync(join(home, 'unfinished-'));
  console.log('Fetching the Chromium without a window …');
  try {
    const archive = await fetchArchive(version, unfinished);
    if (!archive || !(await unpack(archive, unfinished))) return null;
    renameSync(unfinished, folder);
    return path;
  } catch {
    // Another run beside this one has cleared the folder: this one takes the installed browser.
    return null;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
