import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ByteRange, ObjectMissing, type Storage } from '../../src/storage/storage.ts';
import type { Lane } from './lane.ts';

/** Objects in memory: the disk of tens of thousands of items would be all that is measured. */
export type Objects = Map<string, Buffer>;

/** Storage over shared objects; what changes it or reads it is a step of the lane. */
export function createSteppedStorage(objects: Objects, lane: Lane): Storage {
  const read = (key: string, range?: ByteRange): Buffer => {
    const bytes = objects.get(key);
    if (!bytes) throw new ObjectMissing(key);
    return range ? bytes.subarray(range.start, range.end + 1) : bytes;
  };
  return {
    put: (key, body) =>
      lane.step('put', async () => {
        const bytes = body instanceof Readable ? await buffer(body) : Buffer.from(body);
        objects.set(key, bytes);
        return { sizeBytes: bytes.length };
      }),
    get: (key, range) => lane.step('get', async () => read(key, range)),
    open: (key, range) =>
      lane.step('open', async () => ({ sizeBytes: read(key).length, body: Readable.from([read(key, range)]) })),
    size: (key) => lane.step('size', async () => read(key).length),
    withFile: () => Promise.reject(new Error('There are no videos here')),
    remove: (keys) =>
      lane.step('remove', async () => {
        for (const key of keys) objects.delete(key);
      }),
    move: (from, to) =>
      lane.step('move', async () => {
        const bytes = objects.get(from);
        if (!bytes) return false;
        objects.set(to, bytes);
        return objects.delete(from);
      }),
    async *list(folder = '', after = '') {
      for (const [key, { length: sizeBytes }] of [...objects].sort(([one], [other]) => (one < other ? -1 : 1)))
        if (key.startsWith(folder) && key > after) yield { key, storedAt: new Date(0), sizeBytes };
    },
    newCopy: async () => null,
    removeBrokenOff: async () => 0,
    ready: async () => {},
  };
}
