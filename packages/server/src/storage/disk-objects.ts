import { randomBytes, randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { installationKey, ObjectMissing, type Objects } from './storage.ts';

/** Where files lie until they are whole. It is inside the folder, because a rename is atomic on one file system only. */
const UNFINISHED = 'unfinished';

/** Two to four plain segments: nothing of it can climb out of the folder, whatever a caller sends. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,63}(?:\/[a-z0-9][a-z0-9._-]{0,63}){1,3}$/;
/** What stands before the key of an object in quarantine. */
const quarantined = /^quarantine\/\d{4}-\d{2}-\d{2}\//;

/** One plain segment. */
const folderPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** Whether it is a key of an object that a row may name. */
export function isObjectKey(key: string): boolean {
  return keyPattern.test(key.replace(quarantined, '')) && !key.includes('..');
}

export const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @throws ObjectMissing in the place of what the system throws */
async function found<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing(`There is no object ${key}`, { cause: error }) : error;
  }
}

/** What the system says of a file, or null when there is none. @throws what else it says: such a file may be there */
const statOf = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Makes renames and new names in a folder survive a power cut. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns the folders whose list of names changed */
async function makeFolder(path: string): Promise<string[]> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  const changed: string[] = [];
  for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made)) changed.push(dirname(made));
  return changed;
}

/** Renames a whole file. Folders are synced together, because file systems write them out together. */
async function place(from: string, to: string): Promise<void> {
  const changed = await makeFolder(dirname(to));
  await rename(from, to);
  await Promise.all([dirname(to), ...changed].map(syncFolder));
}

async function writeWhole(path: string, body: Uint8Array | Readable): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      await handle.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return sizeBytes;
}

/** A folder's name sorts as its keys do: with the slash behind it. */
const sortName = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}/` : entry.name);
const byName = (one: Dirent, other: Dirent): number => (sortName(one) < sortName(other) ? -1 : 1);

/** Keys below a folder in their order, from the one behind `after` on; folders that lie before it are not opened. */
async function* keysIn(folder: string, prefix: string, after: string): AsyncGenerator<string> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(folder, prefix), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries.sort(byName)) {
    const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) {
      if (`${key}/` > after || after.startsWith(`${key}/`)) yield* keysIn(folder, key, after);
    } else if (key > after && isObjectKey(key)) yield key;
  }
}

/** Objects as files under one folder. @param folder made when it is not there */
export function createDiskObjects(folder: string): Objects {
  const pathOf = (key: string) => {
    if (!isObjectKey(key) && key !== installationKey) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };

  return {
    async put(key, body) {
      const path = pathOf(key);
      const unfinished = join(folder, UNFINISHED, randomUUID());
      await makeFolder(dirname(unfinished));
      try {
        const sizeBytes = await writeWhole(unfinished, body);
        await place(unfinished, path);
        return { sizeBytes };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      return found(key, readFile(pathOf(key)));
    },
    async read(key) {
      // Opened before it is given away, so that a missing object is known at once.
      const handle = await found(key, open(pathOf(key), 'r'));
      return handle.createReadStream();
    },
    async withFile(key, work) {
      const path = pathOf(key);
      await found(key, access(path, constants.R_OK));
      return await work(path);
    },
    async remove(keys) {
      for (const key of keys) {
        await rm(pathOf(key), { force: true });
        // The item's folder goes with its last object; one that still holds something stays.
        await rmdir(dirname(pathOf(key))).catch(() => undefined);
      }
    },
    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)];
      if ((await statOf(source)) === null) return false;
      await place(source, target);
      await syncFolder(dirname(source));
      await rmdir(dirname(source)).catch(() => undefined);
      return true;
    },
    async *list(below = '', after = '') {
      if (below !== '' && !folderPattern.test(below)) throw new Error(`Not a folder: ${JSON.stringify(below)}`);
      for await (const key of keysIn(folder, below, after)) {
        const file = await statOf(join(folder, key));
        if (file) yield { key, storedAt: file.mtime, sizeBytes: file.size };
      }
    },
    async ready() {
      const probe = join(folder, UNFINISHED, randomUUID());
      await makeFolder(dirname(probe));
      const bytes = randomBytes(16);
      try {
        await writeWhole(probe, bytes);
        if (!bytes.equals(await readFile(probe))) throw new Error('what was written is not what is read');
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
