import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');
const program = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/** Writes down each import of drizzle, or within it, that Node itself resolves. A hook that is registered later is asked first. */
const counting = program(`
  import { registerHooks } from 'node:module';
  globalThis.asked = [];
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('drizzle-orm') || context.parentURL?.includes('/node_modules/drizzle-orm/')) asked.push(specifier);
      return next(specifier, context);
    },
  });
`);

/** What Node resolved while a process loaded every table, and how many tables there are. */
function load(imports: readonly string[]): { asked: string[]; tables: number } {
  const schema = pathToFileURL(join(source, 'db/schema.ts')).href;
  const said = 'console.log(JSON.stringify({ asked, tables: Object.keys(all).length }))';
  const text = `const all = await import(${JSON.stringify(schema)}); ${said};`;
  const args = [...imports.flatMap((url) => ['--import', url]), '--input-type=module', '--eval', text];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

it('has Node look up each name of a large package once, and finds the same modules', () => {
  const plain = load([counting]);
  const quick = load([counting, pathToFileURL(join(source, 'quick-imports.ts')).href]);
  expect(quick.tables).toBe(plain.tables);
  expect(plain.asked.length).toBeGreaterThan(100);
  expect(quick.asked.toSorted()).toEqual([...new Set(quick.asked)].toSorted());
  expect(quick.asked.filter((name) => name.startsWith('.'))).toEqual([]);
});
