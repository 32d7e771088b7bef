import { Readable } from 'node:stream';
import { MediaKind, sniffKind } from '@clearframe/contract';
import { stripMetadata, stripVideo } from '@clearframe/engine';
import type { Storage } from '../storage/storage.ts';
import type { MediaRow } from './media-row.ts';

/** What the row says of the original from then on. */
export type CleanedOriginal = Pick<MediaRow, 'metadataFree' | 'fileSizeBytes'>;

type Store = Pick<Storage, 'put' | 'read'>;
type Item = Pick<MediaRow, 'objectKey' | 'kind' | 'fileSizeBytes' | 'heldAt'>;

async function cleanFilm(storage: Store, item: Item): Promise<boolean> {
  const sent = await storage.read(item.objectKey);
  try {
    await storage.put(item.objectKey, Readable.from(stripVideo(MediaKind.parse(item.kind), sent), { objectMode: false }));
    return true;
  } catch (error) {
    // It cannot be followed; what was sent is still there.
    if (error instanceof RangeError) return false;
    throw error;
  } finally {
    sent.destroy();
  }
}

async function cleanPicture(storage: Store, item: Item, bytes: Uint8Array): Promise<number | null> {
  const kind = sniffKind(bytes.subarray(0, 64));
  const clean = kind ? stripMetadata(kind, bytes) : null;
  if (clean && Buffer.compare(clean, bytes) !== 0) await storage.put(item.objectKey, clean);
  return clean?.length ?? null;
}

/**
 * Puts the same picture or film without place, time, camera and the like in the place of what was sent. Its pixels stay as they were
 * encoded. What cannot be taken apart, and what a legal hold keeps as it was found, stays whole and is not served
 * (docs/decisions/039).
 * @param bytes of the stored original, which an analysis has decoded; null = a video, which does not fit into memory
 */
export async function cleanOriginal(storage: Store, item: Item, bytes: Uint8Array | null): Promise<CleanedOriginal> {
  const unchanged = { metadataFree: false, fileSizeBytes: item.fileSizeBytes };
  if (item.heldAt !== null) return unchanged;
  // Within a film nothing moves, so it keeps its size.
  if (!bytes) return { ...unchanged, metadataFree: await cleanFilm(storage, item) };
  const fileSizeBytes = await cleanPicture(storage, item, bytes);
  return fileSizeBytes === null ? unchanged : { metadataFree: true, fileSizeBytes };
}
