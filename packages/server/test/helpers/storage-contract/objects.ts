import { randomUUID } from 'node:crypto';
import type { Storage } from '../../../src/storage/storage.ts';

export async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys;
}

export const newKey = () => `${randomUUID()}/${randomUUID()}/original.png`;
export const inAnHour = () => new Date(Date.now() + 3_600_000);

/** More than one part of what a storage may send in parts, and no whole number of them. */
export const LARGE_BYTES = 9 * 1024 * 1024 + 7;

/** Bytes in chunks of a size that no part is a multiple of. */
export async function* chunksOf(bytes: Buffer, chunkBytes = 65_521) {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}
