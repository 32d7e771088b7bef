import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const early = '<link rel="modulepreload" ';
const late = '<link rel="modulepreload" fetchpriority="low" ';
/** The empty page of the signed-in part has no text: there the scripts are what is waited for. */
const emptyPage = '__spa-fallback.html';

/** The page with its scripts behind what is drawn first: they make nothing visible, and share the line with style sheets and fonts. */
const withScriptsAfterText = (html: string): string => html.replaceAll(early, late);

/** Does that to every drawn page of a finished build. @param folder what the browser gets, an absolute path */
export async function putScriptsAfterText(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const pages = names.filter((name) => name.endsWith('.html') && name !== emptyPage);
  await Promise.all(
    pages.map(async (name) => {
      const path = join(folder, name);
      await writeFile(path, withScriptsAfterText(await readFile(path, 'utf8')));
    }),
  );
}
