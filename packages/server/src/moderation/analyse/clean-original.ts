import { Readable } from 'node:stream';
import { MediaKind, sniffKind } from '@clearframe/contract';
import type { PendingObjects } from '../../objects/pending-objects.ts';
import type { Storage, StorageSigns } from '../../storage/storage.ts';
import type { MediaRow } from '../item/media-row.ts';

/** What takes metadata out of a file: it is done where files are decoded. */
export type Stripper = {
  /** @returns null when nothing is known of the file */
  stripPicture(kind: MediaKind, bytes: Uint8Array): Promise<Uint8Array | null>;
  /** Of the same length. @throws RangeError when its container cannot be followed: what came is to be thrown away */
  stripVideo(kind: MediaKind, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
};

type Store = { pending: Pick<PendingObjects, 'put'>; storage: Pick<Storage, 'open'>; signs: StorageSigns };

/**
 * The same picture without place, time, camera and the like (docs/decisions/039). Its pixels stay as they were encoded.
 * @param bytes of the stored original, which an analysis has decoded
 * @returns the bytes themselves where nothing had to be taken out; null when they cannot be taken apart
 */
export async function cleanPicture(stripper: Stripper, bytes: Uint8Array): Promise<Uint8Array | null> {
  const kind = sniffKind(bytes.subarray(0, 64));
  const clean = kind ? await stripper.stripPicture(kind, bytes) : null;
  return clean && Buffer.compare(clean, bytes) === 0 ? bytes : clean;
}

/**
 * The same of a film, which does not fit into memory: it is stored beside what was sent while it is read.
 * @param key of what is stored, which nobody has
 * @returns its size; null when it cannot be taken apart: nothing was stored
 */
export async function cleanFilm(
  { pending, storage, signs }: Store,
  stripper: Stripper,
  item: Pick<MediaRow, 'objectKey' | 'kind'>,
  key: string,
): Promise<{ sizeBytes: number } | null> {
  const { body: sent } = await storage.open(item.objectKey);
  try {
    const film = Readable.from(stripper.stripVideo(MediaKind.parse(item.kind), sent), { objectMode: false });
    return await pending.put(key, film, signs);
  } catch (error) {
    // It cannot be followed; what was sent is still there.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    sent.destroy();
  }
}
