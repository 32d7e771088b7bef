/** The walls: arrows between rooms, length of files (style sheets too) and of lines, one reader of the environment, online migrations. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rings, twoWays } from './lib/knots.mjs';
import { migrationProblems } from './lib/online-migrations.mjs';
import { root } from './lib/root.mjs';
import {
  closedModules,
  givenLines,
  innerArrows,
  mayDecode,
  moreDoors,
  onlyIn,
  packageArrows,
  serverArrows,
  webArrows,
} from './lib/shape-rules.mjs';

const longest = 300;
const widest = 140;
const environmentReaders = new Set(['config.ts', 'environment.ts'].map((name) => `packages/server/src/${name}`));
/** Where folders may not use each other at all: an order of folders is not enough to find one's way in the largest package. */
const webApp = 'packages/web/app/';
/** What people write, beside the documents at the top. */
const written = ['packages', 'scripts', 'bench', 'e2e', 'prove', 'docs'];
const skipped = new Set(['node_modules', 'build', '.react-router', 'migrations', 'test-results']);
const isTest = (file) => /\.test\.tsx?$|(^|\/)(test|e2e|fixtures|prove)\//.test(file);
/** What a file imports, types too: a type ties two rooms together as well. */
const importPattern =
  /^\s*(?:import|export)\s[^'";]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm;

/** Files that people write, below some names of a folder. */
function* filesBelow(folder, names = readdirSync(folder)) {
  for (const name of names) {
    const path = join(folder, name);
    if (skipped.has(name) || !existsSync(path)) continue;
    if (statSync(path).isDirectory()) yield* filesBelow(path);
    else if (/\.(ts|tsx|mjs|css|md)$/.test(name)) yield path;
  }
}

/** Lines that people have to scroll sideways for. Rows of tables cannot be broken, nor can addresses. */
function lineProblems(file, text) {
  if (givenLines.some((given) => file.startsWith(given))) return [];
  return text.split('\n').flatMap((line, at) => {
    const problems = [];
    const isRow = file.endsWith('.md') && line.trimStart().startsWith('|');
    if (!isRow && line.replace(/https?:\/\/\S+/g, '').length > widest) problems.push(`longer than ${widest} characters`);
    if (/(^|[\s({[])\.{3}\{/.test(line) && !file.endsWith('.md')) problems.push('spreads an object made on the spot');
    return problems.map((problem) => `${file}:${at + 1}: ${problem}`);
  });
}

/** Rooms of a workspace, and those of its rooms that have some. */
const roomArrows = { server: serverArrows, web: webArrows };
const isInside = (inPackage) => /^(src|app)\//.test(inPackage);
/** "dashboard" and "media" of app/dashboard/media/list/a.tsx; no second one for a file that lies beside the rooms of a room. */
function roomsOf(inPackage) {
  const [room, ...below] = inPackage.slice(4).split('/');
  return [room, below.length > 1 ? below[0] : undefined];
}

/** A room that the order does not name, or null: it could use whatever it likes as soon as it has a second file. */
function placeProblem(name, inPackage) {
  if (!roomArrows[name]) return null;
  const [room, inner] = roomsOf(inPackage);
  const rooms = innerArrows[`${name}/${room}`];
  const isKnown = roomArrows[name][room] && (!rooms || inner === undefined || rooms[inner]);
  return isKnown ? null : `lies in ${rooms ? `${room}/${inner}` : room}, which has no place in scripts/lib/shape-rules.mjs`;
}

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
  const isClosed = ([folder, modules]) => new RegExp(`^${folder}`).test(file) && modules.includes(target);
  if (Object.entries(closedModules).some(isClosed)) return `may not import ${target}`;
  if (!target.startsWith('.')) return null;
  const reached = normalize(join(dirname(inPackage), target));
  // A document taken in as text or as a picture is no code of anybody.
  if (/^\.\.\/\.\.\/docs\/.*\?(raw|url)$/.test(reached)) return null;
  if (reached.startsWith('..')) return `leaves its package by ${target}`;
  // A place that is not named is a violation by itself, whatever is imported there.
  if (!roomArrows[name] || !isInside(reached) || placeProblem(name, inPackage)) return null;
  const [from, innerFrom] = roomsOf(inPackage);
  const [to, innerTo] = roomsOf(reached);
  if (from !== to) return roomArrows[name][from].includes(to) ? null : `${from} may not import ${to}`;
  const rooms = innerArrows[`${name}/${from}`];
  if (!rooms || innerFrom === undefined || innerFrom === innerTo || rooms[innerFrom].includes(innerTo)) return null;
  return `${from}/${innerFrom} may not import ${innerTo ? `${from}/${innerTo}` : from}`;
}

/** What of the tables' changes the version before would notice. */
function migrationViolations(base) {
  const folder = 'packages/server/migrations';
  if (!existsSync(join(base, folder))) return [];
  const files = readdirSync(join(base, folder)).filter((name) => name.endsWith('.sql'));
  return files.flatMap((name) =>
    migrationProblems(name, readFileSync(join(base, folder, name), 'utf8')).map((problem) => `${folder}/${name}: ${problem}`),
  );
}

/** Every violation below `base`, one line each. */
export function violations(base = root) {
  const found = [];
  const imports = new Map();
  for (const path of filesBelow(base, [...written, ...readdirSync(base).filter((name) => name.endsWith('.md'))])) {
    const file = relative(base, path);
    const text = readFileSync(path, 'utf8');
    found.push(...lineProblems(file, text));
    const lines = text.split('\n').length - 1;
    if (!/\.(ts|tsx|mjs|css)$/.test(file) || isTest(file)) continue;
    if (lines > longest) found.push(`${file}: ${lines} lines, more than ${longest}`);
    const name = /^packages\/([^/]+)\/(?:src|app)\//.exec(file)?.[1];
    if (name === undefined) continue;
    const misplaced = placeProblem(name, file.slice(`packages/${name}/`.length));
    if (misplaced) found.push(`${file}: ${misplaced}`);
    if (!environmentReaders.has(file) && /\bprocess\.env\b|from 'node:process'/.test(text))
      found.push(`${file}: reads the environment, which config.ts and environment.ts alone do`);
    for (const { markup, below, places, instead } of onlyIn)
      if (file.startsWith(below) && !places.some((place) => file.startsWith(place)) && markup.test(text))
        found.push(`${file}: writes ${instead} by hand`);
    const targets = [...text.matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? match[3]);
    imports.set(
      file,
      targets.filter((target) => target.startsWith('.')).map((target) => join(dirname(file), target.replace(/\?.*$/, ''))),
    );
    for (const target of targets) {
      const problem = arrowProblem(file, name, target);
      if (problem) found.push(`${file}: ${problem}`);
    }
  }
  return [
    ...found,
    ...migrationViolations(base),
    ...rings(imports),
    ...twoWays(new Map([...imports].filter(([file]) => file.startsWith(webApp)))),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations();
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
