import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { disk } from './disk-fault.ts';
import { signsOfLife } from './sign-of-life.ts';
import type { PrivateCopy, StorageSigns } from './storage.ts';

/** No work with a copy lasts so long: an older one is left from a process that was killed. */
const LEFT_MS = 24 * 3_600_000;
/** A process may live for months, and others beside it be killed meanwhile. */
const LOOK_MS = 3_600_000;

async function removeLeft(folder: string): Promise<void> {
  for (const path of (await readdir(folder)).map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - LEFT_MS) await rm(path, { force: true });
  }
}

/**
 * Files of this machine for the time of some work, where the storage is elsewhere. Nobody else may read them.
 * @param now ms of a clock that only runs forward
 */
export function createPrivateCopies(folder: string, now: () => number = () => performance.now()) {
  let prepared: Promise<void> | null = null;
  let preparedAt = 0;
  const prepare = async (): Promise<void> => {
    await disk(mkdir(folder, { recursive: true, mode: 0o700 }));
    await removeLeft(folder).catch(() => undefined);
  };
  const openCopy = async (): Promise<PrivateCopy> => {
    if (prepared === null || now() > preparedAt + LOOK_MS) {
      preparedAt = now();
      prepared = prepare();
    }
    await prepared.catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    const path = join(folder, randomUUID());
    const file = await disk(open(path, 'wx', 0o600));
    return {
      path,
      write: (bytes) => disk(file.writeFile(bytes)),
      async remove() {
        await file.close().catch(() => undefined);
        await rm(path, { force: true }).catch(() => undefined);
      },
    };
  };
  return {
    /** @throws StorageUnavailable when this disk is full */
    open: openCopy,
    /** @throws StorageUnavailable when this disk is full; whatever the body or the work throws */
    async with<T>(body: Readable, work: (path: string) => Promise<T>, signs: StorageSigns = {}): Promise<T> {
      try {
        const copy = await openCopy();
        try {
          const moved = signsOfLife(signs);
          for await (const chunk of body) {
            await copy.write(chunk);
            moved(chunk.length);
          }
          return await work(copy.path);
        } finally {
          await copy.remove();
        }
      } finally {
        body.destroy();
      }
    },
  };
}
