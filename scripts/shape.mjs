/** The walls that Biome cannot see: arrows between rooms, length of files, one reader of the environment. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.mjs';
import { innerArrows, mayDecode, moreDoors, packageArrows, serverArrows } from './lib/shape-rules.mjs';

const longest = 300;
const environmentReaders = new Set(['config.ts', 'environment.ts'].map((name) => `packages/server/src/${name}`));
const skipped = new Set(['node_modules', 'build', '.react-router', 'migrations', 'test-results']);
const isTest = (file) => /\.test\.tsx?$|(^|\/)(test|e2e|fixtures|prove)\//.test(file);
/** What a file imports, types too: a type ties two rooms together as well. */
const importPattern =
  /^\s*(?:import|export)\s[^'";]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm;

function* sourcesBelow(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      if (!skipped.has(name)) yield* sourcesBelow(path);
    } else if (/\.(ts|tsx|mjs)$/.test(name)) yield path;
  }
}

const roomOf = (path) => path.split('/')[0];

const isOurs = (inPackage) => inPackage.startsWith('src/') && !inPackage.endsWith('.test.ts');

/** What is wrong with one import of a file of `packages/<name>/`, or null. */
function arrowProblem(file, name, target) {
  const inPackage = file.slice(`packages/${name}/`.length);
  if (target.startsWith('@clearframe/')) {
    const other = target.split('/')[1];
    const door = target.split('/').slice(2).join('/');
    if (door !== '' && !moreDoors[other]?.includes(door)) return `goes past the door of ${other}`;
    if (target === '@clearframe/engine' && name === 'server' && isOurs(inPackage) && !mayDecode.includes(inPackage))
      return 'would decode beside secrets: use @clearframe/engine/light';
    return packageArrows[name]?.includes(other) ? null : `${name} may not import ${other}`;
  }
  if (!target.startsWith('.')) return null;
  const reached = normalize(join(dirname(inPackage), target));
  // A document taken in as text or as a picture is no code of anybody.
  if (/^\.\.\/\.\.\/docs\/.*\?(raw|url)$/.test(reached)) return null;
  if (reached.startsWith('..')) return `leaves its package by ${target}`;
  if (name !== 'server' || !inPackage.startsWith('src/') || !reached.startsWith('src/')) return null;
  const [from, to] = [roomOf(inPackage.slice(4)), roomOf(reached.slice(4))];
  if (!serverArrows[from]) return `lies in ${from}, which has no place in scripts/lib/shape-rules.mjs`;
  if (from !== to) return serverArrows[from].includes(to) ? null : `${from} may not import ${to}`;
  return innerArrows[from] ? innerProblem(from, inPackage, reached) : null;
}

/** The same between the rooms of one room. */
function innerProblem(room, inPackage, reached) {
  const innerOf = (path) => /^src\/[^/]+\/([^/]+)\//.exec(path)?.[1];
  const [from, to] = [innerOf(inPackage), innerOf(reached)];
  if (from === undefined || from === to) return null;
  if (!innerArrows[room][from]) return `lies in ${room}/${from}, which has no place in scripts/lib/shape-rules.mjs`;
  return innerArrows[room][from].includes(to) ? null : `${room}/${from} may not import ${to ? `${room}/${to}` : room}`;
}

/** Every violation below `base`, one line each. */
export function violations(base = root) {
  const found = [];
  for (const folder of ['packages', 'scripts', 'bench', 'e2e', 'prove']) {
    for (const path of sourcesBelow(join(base, folder))) {
      const file = relative(base, path);
      const text = readFileSync(path, 'utf8');
      const lines = text.split('\n').length - 1;
      if (!isTest(file) && lines > longest) found.push(`${file}: ${lines} lines, more than ${longest}`);
      const name = /^packages\/([^/]+)\/(?:src|app)\//.exec(file)?.[1];
      if (name === undefined || isTest(file)) continue;
      if (!environmentReaders.has(file) && /\bprocess\.env\b|from 'node:process'/.test(text))
        found.push(`${file}: reads the environment, which config.ts and environment.ts alone do`);
      for (const match of text.matchAll(importPattern)) {
        const problem = arrowProblem(file, name, match[1] ?? match[2] ?? match[3]);
        if (problem) found.push(`${file}: ${problem}`);
      }
    }
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations();
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
