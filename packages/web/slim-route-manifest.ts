import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const opening = 'window.__reactRouterManifest=';
const closing = ';';

type Manifest = { routes: Record<string, { imports?: string[] }> };

/**
 * Without the scripts that each page imports. React Router reads that list for links that prefetch, which no page has, and to name on
 * the page what its HTML names already; the browser finds the imports in the page's own script.
 */
function withoutImports(script: string): string {
  if (!script.startsWith(opening) || !script.trimEnd().endsWith(closing))
    throw new Error(`The route manifest no longer reads "${opening}…${closing}": see slim-route-manifest.ts`);
  const manifest: Manifest = JSON.parse(script.trimEnd().slice(opening.length, -closing.length));
  for (const route of Object.values(manifest.routes)) delete route.imports;
  return `${opening}${JSON.stringify(manifest)}${closing}`;
}

/** Halves the list of all routes, which every first screen loads. @param folder what the browser gets, an absolute path */
export async function slimRouteManifest(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => /^manifest-\w+\.js$/.test(name));
  if (names.length === 0) throw new Error('The build has no route manifest: see slim-route-manifest.ts');
  await Promise.all(
    names.map(async (name) => {
      const path = join(assets, name);
      await writeFile(path, withoutImports(await readFile(path, 'utf8')));
    }),
  );
}
