import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { putScriptsAfterText } from './scripts-after-text.ts';

const links = '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>';
const starter = `<script type="module" async="">import "/list.js";
import * as route0 from "/a.js";
import * as route1_main from "/b.js";

  window.modules = {"root":route0,"login":route1_main};

import("/entry.js");</script>`;
const page = `${links}<link rel="stylesheet" href="/c.css"/><h1>Sign in</h1>${starter}`;

let folder: string;
const written = async (name: string, text: string) => writeFile(join(folder, name), text);
const read = (name: string) => readFile(join(folder, name), 'utf8');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-scripts-'));
  await mkdir(join(folder, 'login'));
});
afterEach(() => rm(folder, { recursive: true }));

it('PUB-08 asks for no script of a drawn page before its text is painted', async () => {
  await written('login/index.html', page);
  await putScriptsAfterText(folder);
  const html = await read('login/index.html');
  expect(html).toMatch(/^<link rel="stylesheet" href="\/c.css"\/><h1>Sign in<\/h1><script type="module">/);
  // A static import would ask for its file at once.
  expect(html).not.toMatch(/^import /m);
  const [before, then] = html.split('begun = true;');
  expect(before).not.toContain('/a.js');
  expect(then).toContain('["/a.js","/b.js"]');
  expect(then).toContain(`await import("/list.js");
const route0 = await import("/a.js");
const route1_main = await import("/b.js");`);
  expect(then).toContain('import("/entry.js");\n};');
});

it('PUB-08 leaves a page alone that is empty before its scripts, or runs no application', async () => {
  const plain = '<h1>Features</h1><script type="module" src="/page-script.js"></script>';
  await written('__spa-fallback.html', page);
  await written('index.html', plain);
  await written('a.js', page);
  await putScriptsAfterText(folder);
  expect(await read('__spa-fallback.html')).toBe(page);
  expect(await read('index.html')).toBe(plain);
  expect(await read('a.js')).toBe(page);
});

it.each([
  ['without its preloads', starter],
  ['without its script', links],
  ['with another script', `${links}<script type="module" async="">begin()</script>`],
])('a build with a page %s ends with an error', async (_words, html) => {
  await written('login/index.html', html);
  await expect(putScriptsAfterText(folder)).rejects.toThrow('login/index.html no longer begins its scripts');
});
