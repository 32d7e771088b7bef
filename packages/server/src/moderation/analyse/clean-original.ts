import { Readable } from 'node:stream';
import { MediaKind, mediaKinds, sniffKind } from '@clearframe/contract';
import { newMark, type PendingObjects } from '../../objects/pending-objects.ts';
import type { Storage, StorageSigns } from '../../storage/storage.ts';
import { type MediaRow, siblingKey } from '../item/media-row.ts';

/** What the row says of the original from then on. `objectKey` is another one when it had to be rewritten. */
export type CleanedOriginal = Pick<MediaRow, 'objectKey' | 'metadataFree' | 'fileSizeBytes'>;

/** What takes metadata out of a file: it is done where files are decoded. */
export type Stripper = {
  /** @returns null when nothing is known of the file */
  stripPicture(kind: MediaKind, bytes: Uint8Array): Promise<Uint8Array | null>;
  /** Of the same length. @throws RangeError when its container cannot be followed: what came is to be thrown away */
  stripVideo(kind: MediaKind, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
};

type Store = { pending: Pick<PendingObjects, 'put'>; storage: Pick<Storage, 'open'>; signs: StorageSigns };
type Item = Pick<MediaRow, 'objectKey' | 'kind' | 'fileSizeBytes' | 'legalHoldAt'>;

/** A key of its own: what was sent stays as it is until the result is settled, and for good when the item is under legal hold by then. */
function cleanKey(item: Item): string {
  return siblingKey(item, `original-${newMark()}.${mediaKinds[MediaKind.parse(item.kind)].extension}`);
}

async function cleanFilm({ pending, storage, signs }: Store, stripper: Stripper, item: Item): Promise<CleanedOriginal | null> {
  const { body: sent } = await storage.open(item.objectKey);
  try {
    const objectKey = cleanKey(item);
    const film = Readable.from(stripper.stripVideo(MediaKind.parse(item.kind), sent), { objectMode: false });
    const { sizeBytes } = await pending.put(objectKey, film, signs);
    return { objectKey, metadataFree: true, fileSizeBytes: sizeBytes };
  } catch (error) {
    // It cannot be followed; what was sent is still there.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    sent.destroy();
  }
}

async function cleanPicture(
  { pending, signs }: Store,
  stripper: Stripper,
  item: Item,
  bytes: Uint8Array,
): Promise<CleanedOriginal | null> {
  const kind = sniffKind(bytes.subarray(0, 64));
  const clean = kind ? await stripper.stripPicture(kind, bytes) : null;
  if (!clean) return null;
  const cleaned = { metadataFree: true, fileSizeBytes: clean.length };
  if (Buffer.compare(clean, bytes) === 0) return { objectKey: item.objectKey, ...cleaned };
  const objectKey = cleanKey(item);
  await pending.put(objectKey, clean, signs);
  return { objectKey, ...cleaned };
}

/**
 * Stores the same picture or film without place, time, camera and the like beside what was sent. Its pixels stay as they were encoded.
 * `takeFiles` puts it in the place of what was sent. What cannot be taken apart, and what a legal hold keeps as it was found, stays
 * whole and is not served (docs/decisions/039).
 * @param bytes of the stored original, which an analysis has decoded; null = a video, which does not fit into memory
 */
export async function cleanOriginal(
  store: Store,
  stripper: Stripper,
  item: Item,
  bytes: Uint8Array | null,
): Promise<CleanedOriginal> {
  const unchanged = { objectKey: item.objectKey, metadataFree: false, fileSizeBytes: item.fileSizeBytes };
  if (item.legalHoldAt !== null) return unchanged;
  return (await (bytes ? cleanPicture(store, stripper, item, bytes) : cleanFilm(store, stripper, item))) ?? unchanged;
}
