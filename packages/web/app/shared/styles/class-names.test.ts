import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const app = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(app, file), 'utf8');
const sheets = globSync('**/*.css', { cwd: app }).sort();
const modules = sheets.filter((sheet) => sheet.endsWith('.module.css'));
const globalSheets = sheets.filter((sheet) => !modules.includes(sheet));
const code = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.|^\.react-router/.test(file))
  .map((file) => ({ file, text: read(file) }));

/** Selectors of a sheet, one each, without steps of animations. */
function selectorsOf(css: string): string[] {
  const lists = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[{};])\s*([^{}@;]+)\{/g)].map(([, list = '']) => list);
  // A comma inside brackets parts nothing.
  return lists
    .flatMap((list) => list.split(/,(?![^(]*\))/))
    .flatMap((one) => (/^\s*(from|to|[\d.]+%)\s*$/.test(one) ? [] : one.trim()));
}
const withoutGlobals = (selector: string) => selector.replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
const classesIn = (selectors: readonly string[]) =>
  new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)));

const ownClasses = new Map(modules.map((sheet) => [sheet, classesIn(selectorsOf(read(sheet)).map(withoutGlobals))]));
const globalClasses = classesIn(globalSheets.flatMap((sheet) => selectorsOf(read(sheet))));

/** Names that code takes from each module: `styles.card`, with the file. */
const taken = code.flatMap(({ file, text }) =>
  [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].flatMap(([, name = '', path = '']) => {
    const sheet = normalize(join(dirname(file), path));
    const names = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one);
    // `styles[theme]`: the names are those of the values, which the types check.
    const isLookedUp = new RegExp(`\\b${name}\\[`).test(text);
    return [{ file, sheet, names, isLookedUp }];
  }),
);

describe('style sheets', () => {
  it('are modules beside their component, but for the few that every page has', () => {
    expect(modules.length).toBeGreaterThan(80);
    expect(globalSheets.map((sheet) => basename(sheet))).toEqual([
      'layers.css',
      'primitives.css',
      'prose.css',
      'reset.css',
      'tokens.css',
    ]);
    expect([...globalClasses].length).toBeLessThanOrEqual(40);
  });

  it('have names of their own, because what the browser sees is made of them', () => {
    const names = modules.map((sheet) => basename(sheet));
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  it.each(modules)('%s styles nothing but what has a class of its own', (sheet) => {
    const loose = selectorsOf(read(sheet)).filter((selector) => !/\.[a-zA-Z]/.test(withoutGlobals(selector)));
    // The contents of the documentation stay at the top on phones, above what a link leads to.
    expect(loose.filter((selector) => !(sheet === join('site', 'docs', 'docs.module.css') && selector === 'html'))).toEqual([]);
  });

  it.each(modules)('%s has no class that nobody takes, and code takes none that it lacks', (sheet) => {
    const users = taken.filter((one) => one.sheet === sheet);
    const wanted = new Set(users.flatMap(({ names }) => names));
    const own = ownClasses.get(sheet) ?? new Set<string>();
    expect([...wanted].filter((name) => !own.has(name))).toEqual([]);
    if (!users.some(({ isLookedUp }) => isLookedUp)) expect([...own].filter((name) => !wanted.has(name))).toEqual([]);
  });

  it('know every class that is written out in the code', () => {
    const written = code.flatMap(({ file, text }) =>
      [...text.matchAll(/[cC]lassName(?:="|: ')([^"']*)["']/g)].flatMap(([, names = '']) =>
        names.split(/\s+/).map((name) => `${file}: ${name}`),
      ),
    );
    expect(written.filter((line) => !globalClasses.has(line.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('reach into other components only by slots that these give', () => {
    const reached = sheets.flatMap((sheet) =>
      [...read(sheet).matchAll(/data-slot~=['"]([\w-]+)['"]/g)].map(([, slot = '']) => slot),
    );
    const given = code.map(({ text }) => text).join('\n');
    const isGiven = (slot: string) => new RegExp(`['"\` ]${slot}['"\` $]`).test(given) || /^button-/.test(slot);
    expect([...new Set(reached)].filter((slot) => !isGiven(slot))).toEqual([]);
  });
});
