import { type FileHandle, open } from 'node:fs/promises';
import { bareCredentials, type ContentCredentials, type MediaKind } from '@clearframe/contract';
import { boxHead, type Engine, isC2paBox } from '@clearframe/engine/light';

/** Boxes at the top of a film. One in thousands of fragments is followed no further: the manifest comes before them. */
const BOXES_MAX = 64;
const HEAD_BYTES = 32;
/** One of 95 MB took the decoder to 540 MB, and what runs below an analysis process is to stay under 800. */
const FILM_MAX_BYTES = 50 * 1_048_576;
/** Films whose boxes are as in ISO files. */
const kinds: readonly MediaKind[] = ['mp4', 'mov'];

/** Whether a box of the film holds manifests, by the heads of its boxes alone. */
async function hasManifest(file: FileHandle, sizeBytes: number): Promise<boolean> {
  for (let at = 0, boxes = 0; at + 8 <= sizeBytes && boxes < BOXES_MAX; boxes += 1) {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
    if (bytesRead < 8) return false;
    if (isC2paBox(head.subarray(0, bytesRead))) return true;
    const { length } = boxHead(head.subarray(0, bytesRead));
    if (length < 8) return false;
    at += length;
  }
  return false;
}

/**
 * The Content Credentials of a film, read from its stored file. One without a manifest costs a few reads of 32 bytes; one with a manifest
 * goes to the decoder whole, because its signature covers all of it.
 */
export async function videoCredentials(
  { readCredentials }: Pick<Engine, 'readCredentials'>,
  kind: MediaKind,
  path: string,
): Promise<ContentCredentials> {
  if (!kinds.includes(kind)) return bareCredentials('none');
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (!(await hasManifest(file, size))) return bareCredentials('none');
    if (size > FILM_MAX_BYTES) return bareCredentials('unreadable', ['clearframe.too_large']);
    return await readCredentials(kind, await file.readFile());
  } finally {
    await file.close();
  }
}
