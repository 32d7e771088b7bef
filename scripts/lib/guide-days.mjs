/** Days on which guides changed: each guide says its own, and must not say one before what it says was written. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const guides = 'packages/web/content/guides';
/** What a guide takes in whole from elsewhere. */
const takenIn = { limits: ['docs/limits.md'] };

const git = (...args) =>
  execFileSync('git', args, {
    cwd: root,
    env: { ...process.env, TZ: 'UTC' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** What is said, without the day and wherever lines end. */
export const saidIn = (text) => text.replace(/^changed: .*$/m, '').replace(/\s+/g, ' ');

/**
 * Since when a file says what it says.
 * @param {string} path from the root
 * @returns {string} a day, UTC: of the commit, or today where it is not committed; empty where there is no git, or no history of it
 */
function saidSince(path) {
  try {
    const commits = git('log', '--date=format-local:%Y-%m-%d', '--format=%h %ad', '--', path).trim().split('\n');
    const said = saidIn(readFileSync(join(root, path), 'utf8'));
    const other = commits.findIndex((commit) => saidIn(git('show', `${commit.split(' ')[0]}:${path}`)) !== said);
    if (other === 0) return new Date().toISOString().slice(0, 10);
    return commits.at(other === -1 ? -1 : other - 1)?.split(' ')[1] ?? '';
  } catch {
    return '';
  }
}

/** Every guide that says a day before its last change. @returns {string[]} a sentence each */
export const lateGuideDays = () =>
  readdirSync(join(root, guides)).flatMap((name) => {
    const path = join(guides, name);
    const day = /^changed: (.*)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? '';
    return [path, ...(takenIn[name.replace('.md', '')] ?? [])].flatMap((source) => {
      const since = saidSince(source);
      return day >= since ? [] : [`${path}: ${source} changed on ${since}; set "changed" to that day`];
    });
  });
