import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { npm, runWithProgress } from './run.mjs';

/** npm leaves out optional packages of other machines, and optional peers. */
function isForThisMachine({ optional, devOptional, peer, os, cpu, libc }) {
  if (!optional && !devOptional && !peer) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'));
}

/**
 * Whether npm's own record of what it installed names every package of the lockfile in that version. Optional packages
 * may be missing: most of them are for other machines.
 */
export function matchesLock(lockText, installedText) {
  const lock = JSON.parse(lockText).packages;
  const installed = JSON.parse(installedText).packages;
  return Object.entries(lock).every(([path, wanted]) => {
    if (path === '' || wanted.link || !path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === wanted.version : !isForThisMachine(wanted);
  });
}

/** Installs what the lockfile names, unless it is there. Ends the process when that fails. */
export async function ensureInstalled(base = root) {
  const lockFile = join(base, 'package-lock.json');
  const stampFile = join(base, 'node_modules', '.clearframe-installed');
  const lockText = readFileSync(lockFile, 'utf8');
  const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const record = join(base, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || !matchesLock(lockText, readFileSync(record, 'utf8'))) {
    const { command, args } = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
    const code = await runWithProgress('Installing packages (about half a minute)', command, args, { cwd: base });
    if (code !== 0) {
      console.error('The packages could not be installed: see above. Is there a network?');
      process.exit(1);
    }
  }
  writeFileSync(stampFile, stamp);
}
