import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '../src/storage/disk-storage.ts';
import { type Storage, StorageUnavailable } from '../src/storage/storage.ts';
import { isStorageFault } from '../src/storage/storage-fault.ts';
import { describeStorage } from './helpers/storage-contract/describe-storage.ts';

async function openDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-storage-'));
  return { storage: createDiskStorage(folder), folder, close: () => rm(folder, { recursive: true }) };
}

describeStorage('disk', async () => {
  const { storage, folder, close } = await openDisk();
  return {
    storage,
    close,
    async breakOff() {
      await mkdir(join(folder, 'unfinished'), { recursive: true });
      await writeFile(join(folder, 'unfinished/cut-off'), 'half a fil');
    },
  };
});

it('OPS-01 is not ready where a file cannot be stored, and leaves none behind where it can', async () => {
  const { storage, folder, close } = await openDisk();
  await storage.ready();
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  // Also root is stopped by a file in the place of a folder.
  await rm(join(folder, 'unfinished'), { recursive: true });
  await writeFile(join(folder, 'unfinished'), '');
  await expect(storage.ready()).rejects.toThrow(/EEXIST|ENOTDIR/);
  await close();
});

describe('files on this disk', () => {
  let disk: Awaited<ReturnType<typeof openDisk>>;
  let storage: Storage;
  beforeAll(async () => {
    disk = await openDisk();
    storage = disk.storage;
    await storage.put('account/item/original.png', Buffer.from('0123456789'));
  });
  afterAll(() => disk.close());

  it('OPS-04 are stored also after the folder of unfinished ones went away, several at once', async () => {
    await rm(join(disk.folder, 'unfinished'), { recursive: true });
    const keys = ['one', 'two', 'three'].map((name) => `account/gone/${name}.png`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key))));
    expect(await Promise.all(keys.map(async (key) => String(await storage.get(key))))).toEqual(keys);
    expect(await readdir(join(disk.folder, 'unfinished'))).toEqual([]);
    await storage.remove(keys);
  });

  it('OPS-04 leave no unfinished file behind when a stream breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('broke off');
      })(),
    );
    await expect(storage.put('account/other/original.png', broken)).rejects.toThrow('broke off');
    expect(await readdir(join(disk.folder, 'unfinished'))).toEqual([]);
    expect(await readdir(join(disk.folder, 'account'))).toEqual(['item']);
  });

  it('OPS-04 that the disk fails to read are a fault of the storage; what a source of bytes throws is none', async () => {
    const gone = Object.assign(new Error('the sender is gone'), { code: 'ETIMEDOUT' });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw gone;
      })(),
    );
    const ofSource = await storage.put('account/other/original.png', broken).catch((error: unknown) => error);
    expect([ofSource, isStorageFault(ofSource)]).toEqual([gone, false]);
    // Nothing can be read there: EIO, as from a disk that dies. Only Linux has it.
    if (process.platform !== 'linux') return;
    await mkdir(join(disk.folder, 'dying/item'), { recursive: true });
    await symlink('/proc/self/mem', join(disk.folder, 'dying/item/original.png'));
    const ofDisk = await storage.get('dying/item/original.png').catch((error: unknown) => error);
    expect([ofDisk, isStorageFault(ofDisk)]).toEqual([expect.any(StorageUnavailable), true]);
    await rm(join(disk.folder, 'dying'), { recursive: true });
  });

  it('SEC-02 lie in folders that no other user of the machine may look into', async () => {
    await storage.put('other/item/original.png', Buffer.from('x'));
    const modes = ['other', 'other/item', 'other/item/original.png'].map(
      async (path) => (await stat(join(disk.folder, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it('OPS-04 that the disk does not show are neither missing nor left out', async () => {
    const broken = 'broken/item/original.png';
    // A link that leads to itself: there, and not to be read.
    await mkdir(join(disk.folder, 'broken/item'), { recursive: true });
    await symlink('original.png', join(disk.folder, broken));
    await expect(storage.move(broken, `quarantine/2026-11-22/${broken}`)).rejects.toThrow('ELOOP');
    await expect(storage.list('broken')[Symbol.asyncIterator]().next()).rejects.toThrow('ELOOP');
    await rm(join(disk.folder, 'broken'), { recursive: true });
  });

  it('MED-07 take the folder of an item along with its last object', async () => {
    await storage.put('account/short/original.png', Buffer.from('x'));
    await storage.put('account/short/display.webp', Buffer.from('x'));
    await storage.remove(['account/short/original.png']);
    expect(await readdir(join(disk.folder, 'account'))).toContain('short');
    await storage.remove(['account/short/display.webp']);
    expect(await readdir(join(disk.folder, 'account'))).not.toContain('short');
  });
});
