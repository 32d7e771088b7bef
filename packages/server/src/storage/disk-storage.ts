import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../context.ts';
import type { Secrets } from '../security/secrets.ts';
import { readUrl, signUrl } from './file-url.ts';
import type { LocalFile, Storage } from './storage.ts';

export type DiskStorageOptions = {
  /** Folder of the objects; made when it is not there. */
  folder: string;
  /** Origin of the addresses, without a trailing slash. */
  publicUrl: string;
  secrets: Secrets;
  clock: Clock;
};

/** Where files lie until they are whole. It is inside the folder, because a rename is atomic on one file system only. */
const UNFINISHED = 'unfinished';

/** Two to four plain segments: nothing of it can climb out of the folder, whatever a caller sends. */
const keyPattern = /^[a-z0-9][a-z0-9_-]{0,63}(?:\/[a-z0-9][a-z0-9._-]{0,63}){1,3}$/;

/** One plain segment. */
const folderPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

function isKey(key: string): boolean {
  return keyPattern.test(key) && !key.includes('..');
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

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

/** Objects as files under one folder, served by `routes/files.ts`. */
export function createDiskStorage({ folder, publicUrl, secrets, clock }: DiskStorageOptions): Storage {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error(`Not an object key: ${JSON.stringify(key)}`);
    return join(folder, key);
  };

  /** @returns the folders whose list of names changed */
  async function makeFolder(path: string): Promise<string[]> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    const changed: string[] = [];
    for (let made = path; first !== undefined && made.length >= first.length; made = dirname(made)) changed.push(dirname(made));
    return changed;
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

  async function* walk(prefix: string): AsyncGenerator<string> {
    let entries: Dirent[];
    try {
      entries = await readdir(join(folder, prefix), { withFileTypes: true });
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
    for (const entry of entries) {
      const key = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory()) yield* walk(key);
      else if (isKey(key)) yield key;
    }
  }

  async function openFile(key: string, query: unknown): Promise<LocalFile | null> {
    const signed = isKey(key) ? readUrl(secrets, clock.now(), key, query) : null;
    if (!signed) return null;
    const path = pathOf(key);
    try {
      const { size } = await stat(path);
      return { ...signed, sizeBytes: size, read: (start, end) => createReadStream(path, { start, end }) };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  return {
    async put(key, body) {
      const path = pathOf(key);
      const unfinished = join(folder, UNFINISHED, randomUUID());
      await makeFolder(dirname(unfinished));
      try {
        const sizeBytes = await writeWhole(unfinished, body);
        const changed = await makeFolder(dirname(path));
        await rename(unfinished, path);
        // Together, because file systems write them out together.
        await Promise.all([dirname(path), ...changed].map(syncFolder));
        return { sizeBytes };
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key) {
      return readFile(pathOf(key));
    },
    async read(key) {
      // Opened before it is given away, so that a missing object is known at once.
      const handle = await open(pathOf(key), 'r');
      return handle.createReadStream();
    },
    async withFile(key, work) {
      const path = pathOf(key);
      await access(path, constants.R_OK);
      return await work(path);
    },
    async remove(keys) {
      for (const key of keys) {
        await rm(pathOf(key), { force: true });
        // The item's folder goes with its last object; one that still holds something stays.
        await rmdir(dirname(pathOf(key))).catch(() => undefined);
      }
    },
    async *list(below = '') {
      if (below !== '' && !folderPattern.test(below)) throw new Error(`Not a folder: ${JSON.stringify(below)}`);
      for await (const key of walk(below)) {
        const found = await stat(join(folder, key)).catch(() => null);
        if (found) yield { key, storedAt: found.mtime };
      }
    },
    signedUrl: (key, options) => `${publicUrl}/files/${key}?${signUrl(secrets, key, options)}`,
    plainUrl: (key) => `${publicUrl}/files/${key}`,
    async ready() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
    local: { open: openFile },
  };
}
