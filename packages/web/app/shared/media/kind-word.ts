import { mediaKinds } from '@clearframe/contract';

/** "JPEG" from "image/jpeg", "HEIC" from "image/heic": the word people use for the kind of file. */
export function kindWord(mimeType: string): string {
  const kind = Object.entries(mediaKinds).find(([, known]) => known.mimeType === mimeType)?.[0];
  if (kind === 'webp') return 'WebP';
  return (kind ?? mimeType).toUpperCase();
}
