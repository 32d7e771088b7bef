import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type { Storage } from '../../storage/storage.ts';
import type { PackedFile, StoredFile } from './manifest.ts';

/** MD5 of all bytes. */
export async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('md5');
  for await (const bytes of body) hash.update(bytes);
  return hash.digest('hex');
}

/** Passes bytes on. @param look told of each chunk */
const watching = (look: (chunk: Uint8Array) => void): Transform =>
  new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      look(chunk);
      done(null, chunk);
    },
  });

async function store(place: Storage, key: string, steps: (Readable | Transform)[]): Promise<StoredFile> {
  const hash = createHash('md5');
  let sizeBytes = 0;
  const seen = watching((chunk) => {
    hash.update(chunk);
    sizeBytes += chunk.length;
  });
  const taken = place.put(key, seen);
  // What the place does not take ends the steps before it, whose files would stay open.
  taken.catch((error: unknown) => seen.destroy(error instanceof Error ? error : new Error(String(error))));
  // First: what ends one side ends the other with the same error, and here its files are closed.
  await pipeline([...steps, seen]);
  await taken;
  return { key, sizeBytes, md5: hash.digest('hex') };
}

/** Stores a stream, and gives what shows later that it is still the same. @throws whatever the source or the storage throws */
export const storeFile = (place: Storage, key: string, source: Readable): Promise<StoredFile> => store(place, key, [source]);

/** The same, packed by gzip. */
export async function storePacked(place: Storage, key: string, source: Readable): Promise<PackedFile> {
  let unpackedBytes = 0;
  const counted = watching((chunk) => {
    unpackedBytes += chunk.length;
  });
  // The fastest level: tables shrink to a fifth by it, and a backup is to be over soon.
  const file = await store(place, key, [source, counted, createGzip({ level: constants.Z_BEST_SPEED })]);
  return { ...file, unpackedBytes };
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

async function* unpacked(place: Storage, file: PackedFile): AsyncGenerator<Uint8Array> {
  const unpack = createGunzip();
  const feeding = pipeline(openFile(place, file), unpack);
  // Told by the bytes that come out, or after them.
  feeding.catch(() => undefined);
  let cameBytes = 0;
  try {
    for await (const bytes of unpack) {
      cameBytes += bytes.length;
      // A few bytes of gzip unpack to a thousand times as many, and the sum is known at the end only.
      if (cameBytes > file.unpackedBytes) throw changed(file);
      yield bytes;
    }
    await feeding;
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? changed(file) : error;
  }
}

/** The same unpacked, of what was stored with gzip. Nothing is read before somebody reads it. */
export const openPacked = (place: Storage, file: PackedFile): Readable =>
  Readable.from(unpacked(place, file), { objectMode: false });

/** Reads a file to its end. @throws as {@link sameBytes} */
export async function checkFile(place: Storage, file: StoredFile): Promise<void> {
  for await (const _bytes of sameBytes(place, file));
}
