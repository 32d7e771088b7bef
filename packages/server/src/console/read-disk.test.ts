import { expect, it } from 'vitest';
import { readDisk } from './read-disk.ts';

const full = { bavail: 1, blocks: 10, bsize: 4_096 };
const seen = { free_bytes: 4_096, total_bytes: 40_960 };

it('OPS-04 asks a disk that does not answer once, and again after it answered', async () => {
  let count = 0;
  let answer = () => {};
  const ask = () => {
    count += 1;
    return new Promise<typeof full>((resolve) => {
      answer = () => resolve(full);
    });
  };
  const look = () => readDisk('/mnt/gone', { limitMs: 20, ask });
  expect([await look(), await look()]).toEqual([null, null]);
  expect(count).toBe(1);
  const third = readDisk('/mnt/gone', { ask });
  answer();
  expect(await third).toEqual(seen);
  const fourth = readDisk('/mnt/gone', { ask });
  expect(count).toBe(2);
  answer();
  expect(await fourth).toEqual(seen);
});

it('OPS-04 says nothing of a disk that refuses, and asks it again', async () => {
  const refuse = () => Promise.reject(new Error('EIO: i/o error, statfs'));
  expect(await readDisk('/mnt/refuses', { ask: refuse })).toBeNull();
  expect(await readDisk('/mnt/refuses', { ask: async () => full })).toEqual(seen);
});
