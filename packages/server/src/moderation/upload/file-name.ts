import { limits } from '@clearframe/contract';

/** Controls, marks that turn the reading direction, and what separates folders. */
const unwanted = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\\/]/gu;

/** A name from outside as it is shown and offered for saving; it never names a file of ours (SEC-02). */
export function cleanFileName(name: string, fallback: string): string {
  const cleaned = name.normalize('NFC').replace(unwanted, '').trim();
  const points = [...cleaned].slice(-limits.fileNameMaxLength);
  while (points.join('').length > limits.fileNameMaxLength) points.shift();
  return points.join('') || fallback;
}

/** The last part of an address's path. */
export function fileNameOfUrl(url: string): string {
  const last = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
