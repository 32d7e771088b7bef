import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStorage } from '../../storage/disk-storage.ts';
import { type Storage, StorageUnavailable } from '../../storage/storage.ts';
import { openPacked, storePacked } from './stored-file.ts';

let folder: string;
let place: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-stored-'));
  place = createDiskStorage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const rows = Buffer.from(Array.from({ length: 400 }, () => `${randomUUID()}\n`).join(''));

it('OPS-04 gives back the rows that were packed', async () => {
  const file = await storePacked(place, 'database/one/public.media.copy.gz', Readable.from([rows]));
  expect(file.unpackedBytes).toBe(rows.length);
  expect((await buffer(openPacked(place, file))).equals(rows)).toBe(true);
});

it('SEC-02 unpacks no more of a changed table than the table had, whatever its size says', async () => {
  const key = 'database/two/public.media.copy.gz';
  const file = await storePacked(place, key, Readable.from([rows]));
  // As many bytes as before, which unpack to a thousand times as many rows.
  const bomb = gzipSync(Buffer.alloc(file.sizeBytes * 1_200)).subarray(0, file.sizeBytes);
  await place.put(key, bomb);
  let cameBytes = 0;
  const read = async () => {
    for await (const chunk of openPacked(place, file)) cameBytes += chunk.length;
  };
  await expect(read()).rejects.toThrow('is not what was stored there');
  expect(cameBytes).toBeLessThanOrEqual(file.unpackedBytes);
});

it('OPS-04 closes what it reads where the place takes nothing', async () => {
  const away = { ...place, put: () => Promise.reject(new StorageUnavailable('away')) };
  const source = Readable.from(Array.from({ length: 100 }, () => rows));
  await expect(storePacked(away, 'database/three/public.media.copy.gz', source)).rejects.toThrow('away');
  expect(source.destroyed).toBe(true);
});
