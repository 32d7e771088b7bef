import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskStorage } from '../storage/disk-storage.ts';
import { installationKey } from '../storage/object-key.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { probeStorage } from './probe-storage.ts';

const limits = { limitMs: 5_000, keptMs: 30_000 };

let folder: string;
let files: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-probe-'));
  files = join(folder, 'objects');
});
afterEach(() => rm(folder, { recursive: true }));

async function markedDisk(): Promise<Storage> {
  const storage = createDiskStorage(files);
  await storage.put(installationKey, Buffer.from('{}'));
  return storage;
}

it('OPS-04 finds that a disk works, and leaves nothing behind', async () => {
  const storage = await markedDisk();
  expect(await probeStorage(storage)).toMatchObject({ outcome: 'works' });
  expect(await storage.removeBrokenOff(new Date(Date.now() + 60_000))).toBe(0);
});

it('OPS-04 finds a folder that is gone, and does not make it again', async () => {
  const storage = await markedDisk();
  await rename(files, join(folder, 'unmounted'));
  expect(await probeStorage(storage)).toEqual({ outcome: 'unmarked' });
  await expect(storage.size(installationKey)).rejects.toThrow('There is no object');
});

it('OPS-04 finds a disk that takes no more files, in the words of the system without a path', async () => {
  const storage = await markedDisk();
  // Root may write into any folder, so a file stands where the probe's own folder belongs.
  await rm(join(files, 'unfinished'), { recursive: true, force: true });
  await writeFile(join(files, 'unfinished'), '');
  const found = await probeStorage(storage);
  expect(found).toMatchObject({ outcome: 'fails', reason: expect.stringMatching(/^E(NOTDIR|EXIST): /) });
  expect(JSON.stringify(found)).not.toContain(folder);
});

it('OPS-04 finds a storage that refuses, asks it once in a while, and sees that it works again', async () => {
  let asked = 0;
  let refuses = true;
  let now = 0;
  const storage: Storage = {
    ...createDiskStorage(files),
    size: async () => 2,
    ready: async () => {
      asked += 1;
      if (refuses) throw new StorageUnavailable('S3: SlowDown: Please reduce your request rate');
    },
  };
  const look = () => probeStorage(storage, limits, () => now);
  const refused = { outcome: 'fails', reason: 'S3: SlowDown: Please reduce your request rate' };
  expect(await Promise.all([look(), look()])).toEqual([refused, refused]);
  refuses = false;
  now = limits.keptMs - 1;
  expect(await look()).toEqual(refused);
  expect(asked).toBe(1);
  now = limits.keptMs;
  expect(await look()).toMatchObject({ outcome: 'works' });
  expect(asked).toBe(2);
});

it('OPS-04 does not wait for a storage that says nothing, and does not ask it again meanwhile', async () => {
  let asked = 0;
  let answer = () => {};
  let now = 0;
  const storage: Storage = {
    ...createDiskStorage(files),
    size: () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = () => resolve(2);
      });
    },
    ready: async () => undefined,
  };
  const look = () => probeStorage(storage, { ...limits, limitMs: 20 }, () => now);
  expect(await look()).toEqual({ outcome: 'silent', limitMs: 20 });
  now = 10 * limits.keptMs;
  expect(await look()).toEqual({ outcome: 'silent', limitMs: 20 });
  expect(asked).toBe(1);
  answer();
  // Once that one has ended the next look asks again.
  const next = async () => {
    await look();
    return asked;
  };
  await expect.poll(next).toBe(2);
  answer();
});
