import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Rows of the tables: items, how, tests. */
const rows = read('docs/security-asvs.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.replaceAll('|', '').trim()),
  );
const listed = (cell = '') =>
  cell
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

describe('the page of security requirements', () => {
  it('SEC-04 answers every requirement of ASVS 5.0 level 2, each once', () => {
    const items = rows.flatMap(([items]) => listed(items));
    const asked = read('scripts/fixtures/asvs-5.0-level-2.txt').trim().split('\n');
    expect(items.toSorted()).toEqual(asked.toSorted());
  });

  it('SEC-04 names only tests that exist', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
    const tests = [...files.matchAll(/([\w-]+)(?:\.phone)?(?:\.test|\.journey\.spec)\.tsx?$/gm)].map(([, name]) => name);
    const named = rows.flatMap(([, , names]) => listed(names));
    expect(named.filter((name) => !tests.includes(name))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });
});
