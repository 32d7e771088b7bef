import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownRoot } from '../fleet/run-command.ts';

/** The last version for one machine alone: whatever a fleet needs came after it. */
export const oldCommit = '10bd061f';

/**
 * A folder with that version and the packages of its own lockfile, below `.cache`. Made once; its pages are not built.
 * @returns why there is none
 */
export function openOldVersion(): { root: string } | { notRun: string } {
  const root = join(ownRoot, '.cache/upgrade', oldCommit);
  if (existsSync(root)) return { root };
  if (spawnSync('git', ['cat-file', '-e', `${oldCommit}^{commit}`], { cwd: ownRoot }).status !== 0)
    return { notRun: `this copy of the repository does not reach back to ${oldCommit}` };
  mkdirSync(dirname(root), { recursive: true });
  const draft = mkdtempSync(`${root}-`);
  try {
    const archive = join(draft, 'version.tar');
    execFileSync('git', ['archive', '--output', archive, oldCommit], { cwd: ownRoot });
    execFileSync('tar', ['-xf', archive, '-C', draft]);
    rmSync(archive);
    // Nothing of this repository's settings is the old version's to change.
    const env = { ...process.env, GIT_DIR: join(draft, 'no-repository') };
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status, stderr } = spawnSync('npm', args, { cwd: draft, env, encoding: 'utf8' });
    if (status !== 0) return { notRun: `the packages of ${oldCommit} cannot be had: ${stderr.trim().split('\n').at(-1) ?? ''}` };
    writeFileSync(join(draft, '.commit'), `${oldCommit}\n`);
    renameSync(draft, root);
    return { root };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
