import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createPrivateCopies } from './private-copies.ts';

it('SEC-02 removes copies that a killed process left, also in one that runs for months', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-copies-'));
  let now = 0;
  const copies = createPrivateCopies(folder, () => now);
  const copy = () => copies.with(Readable.from([Buffer.from('bytes')]), (path) => readFile(path, 'utf8'));
  expect(await copy()).toBe('bytes');
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  for (const name of ['left', 'young']) await writeFile(join(folder, name), 'a film');
  await utimes(join(folder, 'left'), twoDaysAgo, twoDaysAgo);
  now = 3_600_001;
  expect(await copy()).toBe('bytes');
  expect(await readdir(folder)).toEqual(['young']);
  await rm(folder, { recursive: true });
});

it('SEC-02 lets its owner alone read a copy, while it is written too, and leaves nothing of one that is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-copies-'));
  const copy = await createPrivateCopies(folder).open();
  for (const part of ['one ', 'two']) await copy.write(Buffer.from(part));
  expect(await readFile(copy.path, 'utf8')).toBe('one two');
  expect((await stat(copy.path)).mode & 0o077).toBe(0);
  await copy.remove();
  await copy.remove();
  expect(await readdir(folder)).toEqual([]);
  await expect(copy.write(Buffer.from('x'))).rejects.toThrow();
  await rm(folder, { recursive: true });
});
