import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The empty page of the signed-in part has no text: there the scripts are what is waited for. */
const emptyPage = '__spa-fallback.html';
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const starter = /<script type="module" async="">(.*?)<\/script>/s;

/** The same imports one after the other, when the script that holds them is begun. Their files are on the way together. */
const asCalls = (code: string): string =>
  code.replace(/^import (?:\* as (\w+) from )?("[^"]+");?$/gm, (_all, name: string | undefined, file: string) =>
    name === undefined ? `await import(${file});` : `const ${name} = await import(${file});`,
  );

/**
 * Begins once the page has painted text: the first paint may be its ground alone. A hidden page paints nothing and begins at once, and
 * some browsers tell nobody about paints: those begin a second after everything else has loaded.
 */
const afterPaint = (code: string, files: readonly string[]): string => `let begun = false;
const begin = async () => {
if (begun) return;
begun = true;
for (const href of ${JSON.stringify(files)})
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }));
${asCalls(code)}
};
document.addEventListener('visibilitychange', begin);
addEventListener('load', () => setTimeout(begin, 1000));
if (document.visibilityState === 'hidden') begin();
else new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length > 0 && begin())
.observe({ type: 'paint', buffered: true });`;

/**
 * A drawn page without anything of its scripts before its first paint: they make nothing visible, and share line and processor with
 * style sheets and fonts. A page that runs no application has none of them and stays as it is.
 */
function withScriptsAfterText(html: string, name: string): string {
  const files = Array.from(html.matchAll(preload), ([, file = '']) => file);
  const code = starter.exec(html)?.[1];
  if (files.length === 0 && code === undefined) return html;
  if (files.length === 0 || code === undefined || asCalls(code) === code)
    throw new Error(`${name} no longer begins its scripts as expected: see scripts-after-text.ts`);
  // Without "async" it waits for the style sheets.
  return html.replaceAll(preload, '').replace(starter, () => `<script type="module">${afterPaint(code, files)}</script>`);
}

/** Does that to every drawn page of a finished build. @param folder what the browser gets, an absolute path */
export async function putScriptsAfterText(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const pages = names.filter((name) => name.endsWith('.html') && name !== emptyPage);
  await Promise.all(
    pages.map(async (name) => {
      const path = join(folder, name);
      await writeFile(path, withScriptsAfterText(await readFile(path, 'utf8'), name));
    }),
  );
}
