import { type FileHandle, open } from 'node:fs/promises';
import { type MediaKind, mediaKinds, sniffKind } from '@clearframe/contract';
import { endsAsZip, holdsMarkup, LONGEST_MARKUP, startsAsPdf, ZIP_END_WITHIN } from '../decode/hidden-format.ts';
import { MediaError } from '../media-error.ts';

const PIECE_BYTES = 1_048_576;
/** What stands before the bytes that an AVI's header counts. Its reader takes whatever is there. */
const RIFF_HEAD = 8;

/**
 * Tells a video's kind by its first bytes and refuses what is also a page, a PDF or an archive for other readers. The file is read
 * piece by piece, never as a whole.
 * @throws MediaError video_empty, video_unsupported, video_ends_early, video_second_format
 */
export async function checkVideoFile(path: string): Promise<MediaKind> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new MediaError('video_empty');
    const head = await readAt(file, 0, PIECE_BYTES);
    const kind = sniffKind(head.subarray(0, 64));
    if (!kind || mediaKinds[kind].medium !== 'video') throw new MediaError('video_unsupported');
    if (kind === 'avi' && head.readUInt32LE(4) + RIFF_HEAD > size) throw new MediaError('video_ends_early');
    const tail = await readAt(file, Math.max(0, size - ZIP_END_WITHIN), ZIP_END_WITHIN);
    if (startsAsPdf(head) || endsAsZip(tail) || (await holdsMarkupAnywhere(file, size))) {
      throw new MediaError('video_second_format');
    }
    return kind;
  } finally {
    await file.close();
  }
}

/** Pieces overlap, so that nothing is missed where one ends. */
async function holdsMarkupAnywhere(file: FileHandle, size: number): Promise<boolean> {
  for (let at = 0; at < size; at += PIECE_BYTES) {
    if (holdsMarkup(await readAt(file, at, PIECE_BYTES + LONGEST_MARKUP))) return true;
  }
  return false;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
