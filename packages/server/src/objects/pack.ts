import { z } from 'zod';
import type { MediaPack, PackPart } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';

/** The last bytes of every pack, behind the length of what stands before them. */
const MAGIC = Buffer.from('CFPACK01');
const END_BYTES = 4 + MAGIC.length;
/** Far more than the parts of any item take. */
const TRAILER_MAX_BYTES = 1_048_576;

const Trailer = z.object({ parts: z.record(z.string(), z.tuple([z.int().min(0), z.int().min(0)])) });

/**
 * Several files as one object: their bytes one after the other, then a trailer that says where each lies, so that the object can be
 * read without the database: JSON, its length in four bytes (big-endian), `CFPACK01`. Equal bytes lie there once.
 */
export function makePack(files: ReadonlyMap<string, Uint8Array>): { bytes: Buffer; parts: MediaPack['parts'] } {
  const parts: Record<string, PackPart> = {};
  let start = 0;
  const stored: Uint8Array[] = [];
  for (const [name, bytes] of files) {
    const twin = [...files].find(([other, same]) => parts[other] && Buffer.compare(same, bytes) === 0)?.[0];
    parts[name] = (twin === undefined ? undefined : parts[twin]) ?? [start, bytes.length];
    if (twin !== undefined) continue;
    stored.push(bytes);
    start += bytes.length;
  }
  const trailer = Buffer.from(JSON.stringify({ parts }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(trailer.length);
  return { bytes: Buffer.concat([...stored, trailer, length, MAGIC]), parts };
}

/**
 * What lies in an object, by its trailer alone; null = it is no pack.
 * @throws ObjectMissing, StorageUnavailable
 */
export async function readPack(storage: Pick<Storage, 'get' | 'size'>, key: string): Promise<MediaPack['parts'] | null> {
  const sizeBytes = await storage.size(key);
  if (sizeBytes < END_BYTES) return null;
  const end = Buffer.from(await storage.get(key, { start: sizeBytes - END_BYTES, end: sizeBytes - 1 }));
  if (!end.subarray(4).equals(MAGIC)) return null;
  const trailerBytes = end.readUInt32BE(0);
  const start = sizeBytes - END_BYTES - trailerBytes;
  if (trailerBytes === 0 || trailerBytes > TRAILER_MAX_BYTES || start < 0) return null;
  const trailer = Buffer.from(await storage.get(key, { start, end: start + trailerBytes - 1 })).toString();
  try {
    const { parts } = Trailer.parse(JSON.parse(trailer));
    return Object.values(parts).every(([from, size]) => from + size <= start) ? parts : null;
  } catch {
    return null;
  }
}
