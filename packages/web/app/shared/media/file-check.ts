import { errorTable, limits, type MediaKind, mediaKinds, messages, sniffKind } from '@clearframe/contract';

/** Endings beside types: browsers know no type for HEIC on most systems and would grey the files out. */
export const acceptedTypes = 'image/jpeg,image/png,image/gif,image/webp,image/heic,image/heif,image/avif,.heic,.heif,.avif';

/** As many first bytes as the content check needs. */
const HEAD_BYTES = 64;

export type FileCheck = { ok: true; kind: MediaKind } | { ok: false; message: string };

/**
 * The browser's share of UP-02 and UP-07: kind by content (never by name or declared type), then size. The server repeats both.
 * @param size in bytes
 * @param head the first 64 bytes, or all of a shorter file
 */
export function checkContent(size: number, head: Uint8Array): FileCheck {
  if (size === 0) return { ok: false, message: errorTable.file_empty.message };
  const kind = sniffKind(head);
  if (kind === null) return { ok: false, message: messages.fileUnsupported };
  if (mediaKinds[kind].medium === 'video') return { ok: false, message: errorTable.video_in_dashboard.message };
  if (size >= limits.dashboardUploadMaxBytes) return { ok: false, message: messages.fileTooLarge };
  return { ok: true, kind };
}

/** Reads the head of a chosen file and checks it; a file that cannot be read any more counts as not supported. */
export async function checkFile(file: File | null): Promise<FileCheck> {
  if (file === null) return { ok: false, message: messages.fileRequired };
  try {
    return checkContent(file.size, new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  } catch {
    // A file that was moved or deleted after it was chosen.
    return { ok: false, message: messages.fileUnsupported };
  }
}
