import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Storage } from '../../storage/storage.ts';
import type { StoredFile } from './manifest.ts';

/** MD5 of all bytes. */
export async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('md5');
  for await (const bytes of body) hash.update(bytes);
  return hash.digest('hex');
}

/** Stores a stream, and gives what shows later that it is still the same. @throws whatever the source or the storage throws */
export async function storeFile(place: Storage, key: string, source: Readable, gzip = false): Promise<StoredFile> {
  const hash = createHash('md5');
  let sizeBytes = 0;
  const seen = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  // The fastest level: tables shrink to a fifth by it, and a backup is to be over soon.
  const steps = gzip ? [source, createGzip({ level: constants.Z_BEST_SPEED }), seen] : [source, seen];
  await Promise.all([pipeline(steps), place.put(key, seen)]);
  return { key, sizeBytes, md5: hash.digest('hex') };
}

const changed = ({ key }: StoredFile) =>
  new Error(`${key} of the backup is not what was stored there. Nothing of this backup was taken over.`);

/**
 * The bytes of a file of a backup. Whoever reads them uses them only once the end has come without an error.
 * @throws Error with a sentence when they are not those that were stored
 */
async function* sameBytes(place: Storage, file: StoredFile): AsyncGenerator<Uint8Array> {
  const { key, sizeBytes, md5 } = file;
  const stored = await place.open(key);
  if (stored.sizeBytes !== sizeBytes) {
    stored.body.destroy();
    throw changed(file);
  }
  const hash = createHash('md5');
  for await (const bytes of stored.body) {
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== md5) throw changed(file);
}

/** As {@link sameBytes}, for what needs a stream. */
export const openFile = (place: Storage, file: StoredFile): Readable =>
  Readable.from(sameBytes(place, file), { objectMode: false });

async function* unpackedBytes(place: Storage, file: StoredFile): AsyncGenerator<Uint8Array> {
  const unpack = createGunzip();
  const feeding = pipeline(openFile(place, file), unpack);
  // Told by the bytes that come out, or after them.
  feeding.catch(() => undefined);
  try {
    yield* unpack;
    await feeding;
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? changed(file) : error;
  }
}

/** The same unpacked, of what was stored with gzip. Nothing is read before somebody reads it. */
export const openTable = (place: Storage, file: StoredFile): Readable =>
  Readable.from(unpackedBytes(place, file), { objectMode: false });

/** Reads a file to its end. @throws as {@link sameBytes} */
export async function checkFile(place: Storage, file: StoredFile): Promise<void> {
  for await (const _bytes of sameBytes(place, file));
}
