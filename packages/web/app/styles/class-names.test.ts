import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const app = join(import.meta.dirname, '..');
const sheets = globSync('**/*.css', { cwd: app }).sort();
/** Sheets that lay down what every page has; the others are loaded with one page, and stay while a visitor goes on. */
const isBase = (sheet: string) => sheet.startsWith('styles/');
/** Public pages are documents of their own: nothing of the dashboard is loaded beside them. */
const isPublic = (sheet: string) => sheet.startsWith('public/');
const isDashboard = (sheet: string) => sheet.startsWith('features/') || sheet === join('styles', 'app.css');
const mayMeet = (one: string, other: string) =>
  one !== other && !(isPublic(one) && isDashboard(other)) && !(isDashboard(one) && isPublic(other));

/** Classes that a sheet styles wherever they stand: `.pair{…}`, not `.two-step .pair{…}`. */
function looseClasses(sheet: string): Set<string> {
  const css = readFileSync(join(app, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...css.matchAll(/(?:^|[{};])\s*([^{}@;]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return new Set(selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []));
}

const loose = new Map(sheets.map((sheet) => [sheet, looseClasses(sheet)]));

describe('style sheets', () => {
  it('finds the sheets and their classes', () => {
    expect(sheets.length).toBeGreaterThan(30);
    expect(loose.get(join('styles', 'ui.css'))?.has('shot')).toBe(true);
  });

  it.each(sheets.filter((sheet) => !isBase(sheet)))('%s gives no class a second meaning', (sheet) => {
    const clashes = [...(loose.get(sheet) ?? [])].flatMap((name) =>
      sheets
        .filter((other) => mayMeet(sheet, other) && loose.get(other)?.has(name))
        .map((other) => `.${name} is styled in ${other} too`),
    );
    expect(clashes).toEqual([]);
  });
});
