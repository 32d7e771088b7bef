import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { shareCalls } from '../db/share-calls.ts';
import { disk } from './disk-fault.ts';
import { isObjectKey, requireFolder, requireKey, UNFINISHED } from './object-key.ts';
import { signsOfLife } from './sign-of-life.ts';
import { type ByteRange, ObjectMissing, type Storage, type StorageSigns } from './storage.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @throws ObjectMissing in the place of what the system throws */
async function found<T>(key: string, work: Promise<T>): Promise<T> {
  try {
    return await disk(work);
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

/** A sync begins after it was asked for, so it holds for all that changed the folder before. */
const syncShared = shareCalls<typeof syncFolder, void>();

/**
 * Renames a whole file. Folders are synced together, because file systems write them out together. Those above the file's own get a name
 * by each of many files, and are synced once for them.
 */
async function place(from: string, to: string): Promise<void> {
  const own = dirname(to);
  const changed = await makeFolder(own);
  await rename(from, to);
  const above = changed.map((folder) => syncShared(syncFolder, folder, () => syncFolder(folder)));
  await Promise.all([syncFolder(own), ...above]);
}

/** A new file. Its folder is looked for only where opening fails: it is there but for the first file of an installation. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(path));
    return await open(path, 'wx', 0o600);
  }
}

/** What the source throws stays what it is: only the disk's own errors are faults of the storage. */
async function writeWhole(path: string, body: Uint8Array | Readable, signs: StorageSigns = {}): Promise<number> {
  const handle = await disk(openNew(path));
  const moved = signsOfLife(signs);
  let sizeBytes = 0;
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      await disk(handle.writeFile(chunk));
      sizeBytes += chunk.length;
      moved(chunk.length);
    }
    await disk(handle.sync());
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
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, requireKey(key));
  const newUnfinished = (): string => join(folder, UNFINISHED, randomUUID());
  const openPart = async (key: string, range?: ByteRange) => {
    const path = pathOf(key);
    // Opened before it is given away, so that a missing object is known at once.
    const handle: FileHandle = await found(key, open(path, 'r'));
    try {
      const { size: sizeBytes } = await disk(handle.stat());
      return { sizeBytes, body: handle.createReadStream(range) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  return {
    async put(key, body, signs) {
      const path = pathOf(key);
      const unfinished = newUnfinished();
      try {
        const sizeBytes = await writeWhole(unfinished, body, signs);
        await disk(place(unfinished, path));
        return { sizeBytes };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    open: openPart,
    async get(key, range) {
      const { body } = await openPart(key, range);
      return await disk(buffer(body));
    },
    async size(key) {
      return (await found(key, stat(pathOf(key)))).size;
    },
    async withFile(key, work) {
      const path = pathOf(key);
      await found(key, access(path, constants.R_OK));
      return await work(path);
    },
    newCopy: async () => null,
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
      for await (const key of keysIn(folder, requireFolder(below), after)) {
        const file = await disk(statOf(join(folder, key)));
        if (file) yield { key, storedAt: file.mtime, sizeBytes: file.size };
      }
    },
    async removeBrokenOff(before) {
      let removed = 0;
      const names = await disk(readdir(join(folder, UNFINISHED))).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const path of names.map((name) => join(folder, UNFINISHED, name))) {
        const file = await disk(statOf(path));
        if (!file || file.mtime >= before) continue;
        await disk(rm(path, { force: true }));
        removed += 1;
      }
      return removed;
    },
    async ready() {
      const probe = newUnfinished();
      const bytes = randomBytes(16);
      try {
        await writeWhole(probe, bytes);
        const part = await buffer(createReadStream(probe, { start: 4, end: 11 }));
        if (!bytes.subarray(4, 12).equals(part)) throw new Error('what was written is not what is read');
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
