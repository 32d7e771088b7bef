import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { listTargets } from './list-targets.ts';

const gif = 'GIF89a, and enough bytes to be looked at';

it('keeps files and URLs in the order they were given', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.txt'), 'text');
  const [url, file] = ['https://example.com/a.png', join(folder, 'a.txt')];
  expect(await listTargets([url, file])).toEqual([
    { label: url, source: { url } },
    { label: file, source: { path: file } },
  ]);
});

it('searches folders for pictures by content and by ending, names with a dot left out', async () => {
  const folder = temporaryFolder();
  for (const name of ['sub', '.git', 'sub/deep']) mkdirSync(join(folder, name));
  const files = {
    'z.dat': gif,
    'notes.txt': 'text',
    'b.JPG': 'no picture at all',
    '.hidden.gif': gif,
    '.git/c.gif': gif,
    'sub/deep/d.gif': gif,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const labels = (await listTargets([folder])).map(({ label }) => label);
  expect(labels).toEqual(['b.JPG', 'sub/deep/d.gif', 'z.dat'].map((name) => join(folder, name)));
});

it('does not follow a linked folder, which may lead back', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.gif'), gif);
  symlinkSync(folder, join(folder, 'loop'));
  expect(await listTargets([folder])).toHaveLength(1);
});

it('reports a path that is not there and a folder without pictures', async () => {
  const folder = temporaryFolder();
  expect(await listTargets([join(folder, 'nothing'), folder])).toEqual([
    { label: join(folder, 'nothing'), source: { problem: 'There is no such file or folder' } },
    { label: folder, source: { problem: 'There is no picture in this folder' } },
  ]);
});
