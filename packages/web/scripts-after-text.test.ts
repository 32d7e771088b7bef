import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putScriptsAfterText } from './scripts-after-text.ts';

it('PUB-08 puts the scripts of every drawn page after its text, and leaves them first where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-scripts-'));
  const page =
    '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><link rel="stylesheet" href="/c.css"/>';
  await mkdir(join(folder, 'login'));
  for (const name of ['login/index.html', '__spa-fallback.html', 'a.js']) await writeFile(join(folder, name), page);
  await putScriptsAfterText(folder);
  expect(await readFile(join(folder, 'login/index.html'), 'utf8')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/><link rel="modulepreload" fetchpriority="low" href="/b.js"/>' +
      '<link rel="stylesheet" href="/c.css"/>',
  );
  for (const name of ['__spa-fallback.html', 'a.js']) expect(await readFile(join(folder, name), 'utf8')).toBe(page);
  await rm(folder, { recursive: true });
});
