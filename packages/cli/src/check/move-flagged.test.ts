import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { moveInto } from './move-flagged.ts';

function folderWith(...names: string[]): string {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), name);
  return folder;
}

it('moves a file into a folder that it makes, and names the new place', async () => {
  const folder = folderWith('a.jpg');
  const place = join(folder, 'flagged/today');
  expect(await moveInto(place, join(folder, 'a.jpg'))).toEqual({ path: join(folder, 'a.jpg'), moved: join(place, 'a.jpg') });
  expect(existsSync(join(folder, 'a.jpg'))).toBe(false);
  expect(readFileSync(join(place, 'a.jpg'), 'utf8')).toBe('a.jpg');
});

it('never overwrites: files of one name get a number, also those that are moved at the same moment', async () => {
  const place = folderWith('a.jpg');
  const folders = Array.from({ length: 8 }, () => folderWith('a.jpg'));
  const moves = await Promise.all(folders.map((folder) => moveInto(place, join(folder, 'a.jpg'))));
  expect(new Set(moves.map((move) => ('moved' in move ? move.moved : move.problem))).size).toBe(8);
  expect(readdirSync(place).sort()).toEqual([
    'a-2.jpg',
    'a-3.jpg',
    'a-4.jpg',
    'a-5.jpg',
    'a-6.jpg',
    'a-7.jpg',
    'a-8.jpg',
    'a-9.jpg',
    'a.jpg',
  ]);
});

it('leaves links where they are, and says what it could not move', async () => {
  const folder = folderWith('a.jpg');
  symlinkSync('a.jpg', join(folder, 'b.jpg'));
  expect(await moveInto(join(folder, 'f'), join(folder, 'b.jpg'))).toMatchObject({ problem: 'It is a link, so it stays' });
  expect(await moveInto(join(folder, 'f'), join(folder, 'gone.jpg'))).toMatchObject({
    problem: expect.stringContaining('ENOENT'),
  });
  const hostile = await moveInto(join(folder, 'f'), join(folder, '\u001b]0;title\u0007.jpg'));
  expect(hostile).toMatchObject({ problem: expect.not.stringMatching(/\p{Cc}/u) });
  mkdirSync(join(folder, 'g'));
  expect(await moveInto(join(folder, 'a.jpg'), join(folder, 'a.jpg'))).toMatchObject({ problem: expect.any(String) });
  expect(existsSync(join(folder, 'a.jpg'))).toBe(true);
});
