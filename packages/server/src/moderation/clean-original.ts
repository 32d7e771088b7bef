import { mediaKinds, sniffKind } from '@clearframe/contract';
import { stripMetadata } from '@clearframe/engine';
import type { Storage } from '../storage/storage.ts';
import type { MediaRow } from './media-row.ts';

/** What the row says of the original from then on. */
export type CleanedOriginal = Pick<MediaRow, 'metadataFree' | 'fileSizeBytes'>;

/**
 * Puts the same picture without place, time, camera and the like in the place of what was sent. Its pixels stay as they were encoded.
 * What cannot be taken apart, and what a legal hold keeps as it was found, stays whole and is not served (docs/decisions/039).
 * @param bytes of the stored original, which an analysis has decoded; null = a video, which stays as it was sent
 */
export async function cleanOriginal(storage: Storage, item: MediaRow, bytes: Uint8Array | null): Promise<CleanedOriginal> {
  if (!bytes) return { metadataFree: false, fileSizeBytes: item.fileSizeBytes };
  const kind = sniffKind(bytes.subarray(0, 64));
  const clean = kind && mediaKinds[kind].medium === 'image' && item.heldAt === null ? stripMetadata(kind, bytes) : null;
  if (!clean) return { metadataFree: false, fileSizeBytes: item.fileSizeBytes };
  if (Buffer.compare(clean, bytes) !== 0) await storage.put(item.objectKey, clean);
  return { metadataFree: true, fileSizeBytes: clean.length };
}
