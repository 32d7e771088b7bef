import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slimRouteManifest } from './slim-route-manifest.ts';

let folder: string;
const written = (text: string) => writeFile(join(folder, 'assets', 'manifest-1a2b3c4d.js'), text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-manifest-'));
  await mkdir(join(folder, 'assets'));
});

afterEach(() => rm(folder, { recursive: true }));

test('DASH-01 the list of routes keeps what a browser asks it for, and not what each page imports', async () => {
  const route = { id: 'routes/login', module: '/assets/login-1.js', css: ['/assets/login-1.css'], hasErrorBoundary: false };
  const entry = { module: '/assets/entry-1.js', imports: ['/assets/react-1.js'], css: [] };
  const routes = { [route.id]: { ...route, imports: ['/assets/react-1.js', '/assets/shared-1.js'] } };
  await written(`window.__reactRouterManifest=${JSON.stringify({ entry, routes, url: '/assets/manifest-1a2b3c4d.js' })};`);
  await slimRouteManifest(folder);
  const text = await readFile(join(folder, 'assets', 'manifest-1a2b3c4d.js'), 'utf8');
  expect(text).toBe(
    `window.__reactRouterManifest=${JSON.stringify({ entry, routes: { [route.id]: route }, url: '/assets/manifest-1a2b3c4d.js' })};`,
  );
});

test('a build whose list of routes reads differently, or has none, ends with an error', async () => {
  await expect(slimRouteManifest(folder)).rejects.toThrow('no route manifest');
  await written('export default {}');
  await expect(slimRouteManifest(folder)).rejects.toThrow('no longer reads');
});
