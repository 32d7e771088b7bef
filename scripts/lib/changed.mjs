import { run } from './run.mjs';
import { packageArrows } from './shape-rules.mjs';

/** Changes here can touch every test. */
const everything =
  /^(?:package(?:-lock)?\.json|[\w.]+\.config\.ts|tsconfig[\w.]*\.json|\.npmrc|scripts\/(?:test|check)\.mjs|scripts\/lib\/.*)$/;
/** Documents that the pages are built from. */
const built = /^docs\/(?:limits\.md|images\/)/;
/** They start the product or measure it, so that no import tells what of it they touch. */
const starters = ['bench/', 'prove/', 'scripts/'];

/** A workspace and all that may import it. */
const withDependants = (name) => [name, ...Object.keys(packageArrows).filter((other) => packageArrows[other].includes(name))];

/** What one changed file can touch: beginnings of paths of test files, `''` for all of them. */
function touchedByOne(file) {
  if (everything.test(file)) return { unit: [''], journeys: [''] };
  if (/\.test\.tsx?$/.test(file)) return { unit: [file], journeys: [] };
  const [, name] = /^packages\/([^/]+)\//.exec(file) ?? [];
  if (name !== undefined)
    return { unit: [...withDependants(name).map((one) => `packages/${one}/`), ...starters], journeys: [''] };
  if (/^e2e\/.*\.journey\.spec\.ts$/.test(file)) return { unit: [], journeys: [file] };
  if (file.startsWith('e2e/')) return { unit: starters, journeys: [''] };
  if (/^(?:prove|bench)\//.test(file)) return { unit: [file.slice(0, file.indexOf('/') + 1)], journeys: [] };
  if (file.startsWith('scripts/')) return { unit: starters, journeys: [''] };
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
