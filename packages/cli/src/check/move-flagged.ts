import { constants, copyFile, link, lstat, mkdir, unlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { printable } from './report.ts';

/** More files of one name than this are somebody's mistake. */
const NAMES_MAX = 1_000;

/** `moved` names the new place. */
export type Move = { path: string } & ({ moved: string } | { problem: string });

/** name.jpg, name-2.jpg, name-3.jpg … */
function* placesFor(path: string, folder: string): Generator<string> {
  const ending = extname(path);
  const stem = basename(path, ending);
  yield join(folder, basename(path));
  for (let count = 2; count <= NAMES_MAX; count++) yield join(folder, `${stem}-${count}${ending}`);
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Gives the file another name, which must be free. On another disk a whole copy comes first. @returns false when the name is taken */
async function rename(from: string, to: string): Promise<boolean> {
  try {
    // Unlike rename(2), link(2) overwrites nothing, also when another process takes the name at this moment.
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(codeOf(error)))) throw error;
    try {
      await copyFile(from, to, constants.COPYFILE_EXCL);
    } catch (fault) {
      if (codeOf(fault) === 'EEXIST') return false;
      throw fault;
    }
  }
  await unlink(from);
  return true;
}

/**
 * Moves a file into a folder, which is made where it is missing. It never overwrites: a taken name gets a number.
 * A process that dies on the way leaves the file in both places, never in none.
 */
export async function moveInto(folder: string, path: string): Promise<Move> {
  try {
    if ((await lstat(path)).isSymbolicLink()) return { path, problem: 'It is a link, so it stays' };
    await mkdir(folder, { recursive: true });
    for (const place of placesFor(path, folder)) if (await rename(path, place)) return { path, moved: place };
    return { path, problem: `${NAMES_MAX} files there have its name` };
  } catch (error) {
    // It names the file, whose name may hold commands for the terminal.
    return { path, problem: printable(error instanceof Error ? error.message : String(error)) };
  }
}
