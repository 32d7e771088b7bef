// Loaded before a newer Node takes over: Node 20 has no `globSync` to name here.
import fs, { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { packageArrows } from './shape-rules.mjs';

/** Changes here can touch every test. */
const everything =
  /^(?:package(?:-lock)?\.json|[\w.]+\.config\.ts|tsconfig[\w.]*\.json|\.npmrc|scripts\/(?:test|check)\.mjs|scripts\/lib\/.*)$/;
/** Documents that the pages are built from. */
const built = /^docs\/(?:limits\.md|accuracy\.json|images\/)/;
/** They start the product or measure it, so that no import tells what of it they touch. */
const starters = ['bench/', 'prove/', 'scripts/'];

/** A workspace and all that may import it. */
const withDependants = (name) => [name, ...Object.keys(packageArrows).filter((other) => packageArrows[other].includes(name))];

/** Tests of workspaces that read that file as text, which no import tells: a guide, a list of pages. They name it, or its folder. */
function readersOf(file) {
  const [, name = file] = /^(?:packages\/)?([^/]+\/[^/]+\/)/.exec(file) ?? [];
  const tests = fs.globSync('packages/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] });
  return tests.filter((test) => readFileSync(join(root, test), 'utf8').includes(name));
}

/** What one changed file can touch: beginnings of paths of test files, `''` for all of them. */
function touchedByOne(file) {
  const isThere = existsSync(join(root, file));
  if (everything.test(file)) return { unit: [''], journeys: [''] };
  // A test that is gone touches nothing, and asking for it would end in "No tests found".
  if (/\.test\.tsx?$/.test(file)) return { unit: isThere ? [file] : [], journeys: [] };
  const [, name] = /^packages\/([^/]+)\//.exec(file) ?? [];
  if (name !== undefined)
    return { unit: [...withDependants(name).map((one) => `packages/${one}/`), ...starters, ...readersOf(file)], journeys: [''] };
  if (/^e2e\/.*\.journey\.spec\.ts$/.test(file)) return { unit: [], journeys: isThere ? [file] : [] };
  if (file.startsWith('e2e/')) return { unit: [...starters, ...readersOf(file)], journeys: [''] };
  if (/^(?:prove|bench)\//.test(file)) return { unit: [file.slice(0, file.indexOf('/') + 1)], journeys: [] };
  if (file.startsWith('scripts/')) return { unit: [...starters, ...readersOf(file)], journeys: [''] };
  // A document, or the like: tests read some, and no import says which.
  return { unit: [''], journeys: built.test(file) ? [''] : [] };
}

/**
 * What changed files can touch, as the tests depend on each other and on the workspaces (ARCHITECTURE.md, Rooms).
 * @param {readonly string[]} files paths from the clone's root, with /
 * @returns {{ unit: string[] | null, journeys: string[] | null }} beginnings of paths of test files; null for all, none for an empty list
 */
export function touchedBy(files) {
  const touched = files.map(touchedByOne);
  const together = (kind) => {
    const all = [...new Set(touched.flatMap((one) => one[kind]))].sort();
    if (all.includes('')) return null;
    return all.filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
  };
  return { unit: together('unit'), journeys: together('journeys') };
}

/**
 * Files that differ from where this branch left `base`, those that are not committed and new ones included.
 * @throws Error with what git says, for example that there is no such branch
 */
export async function changedSince(base) {
  const git = async (...args) => {
    const { code, output } = await run('git', args, { quiet: true });
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
    return output.split('\n').filter(Boolean);
  };
  const [from = base] = await git('merge-base', 'HEAD', base);
  return [...(await git('diff', '--name-only', from)), ...(await git('ls-files', '--others', '--exclude-standard'))];
}

/**
 * The branch that `npm test` was asked to compare with.
 * @param {readonly string[]} args what follows `npm test --`
 * @returns {string | null} null where everything is asked for
 * @throws Error that says what is accepted
 */
export function baseOf(args) {
  if (args.length === 0) return null;
  const [, base = 'main'] = /^--changed(?:=(.+))?$/.exec(args.join(' ')) ?? [null, null];
  if (base === null) throw new Error(`"${args.join(' ')}" is not accepted: --changed, --changed=branch, or nothing`);
  return base;
}
