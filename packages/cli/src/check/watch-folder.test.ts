import { appendFileSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createLooks } from './watch-folder.ts';

it('gives each file once it is whole, again when it changed, and nothing of the folder that is passed over', async () => {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  mkdirSync(file('flagged'));
  writeFileSync(file('flagged/old.jpg'), 'x');
  writeFileSync(file('a.jpg'), 'half');
  const look = createLooks(folder, file('flagged'));
  const names = async () => (await look()).map(({ label }) => label);
  expect(await names()).toEqual([]);
  // Still being written.
  appendFileSync(file('a.jpg'), ' and the rest');
  expect(await names()).toEqual([]);
  expect(await names()).toEqual([file('a.jpg')]);
  expect(await names()).toEqual([]);
  writeFileSync(file('b.jpg'), 'new');
  expect(await names()).toEqual([]);
  expect(await names()).toEqual([file('b.jpg')]);
  rmSync(file('a.jpg'));
  await names();
  copyFileSync(file('b.jpg'), file('a.jpg'));
  await names();
  expect(await names()).toEqual([file('a.jpg')]);
});
