import { describe, expect, it } from 'vitest';
import { type MediaKind, sniffKind } from './analysis.ts';

const bytes = (text: string) => Uint8Array.from([...text].map((character) => character.charCodeAt(0)));
const box = (major: string, ...compatible: string[]) => {
  const size = 16 + compatible.length * 4;
  return bytes(`\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\0\0${compatible.join('')}`);
};

const known: [string, Uint8Array, MediaKind][] = [
  ['JPEG', bytes('\xff\xd8\xff\xe0\0\x10JFIF\0\x01'), 'jpeg'],
  ['PNG', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'png'],
  ['GIF', bytes('GIF89a\x01\0\x01\0\x80\0\0'), 'gif'],
  ['WebP', bytes('RIFF\x10\0\0\0WEBPVP8 '), 'webp'],
  ['HEIC by its major brand', box('heic', 'mif1'), 'heic'],
  ['HEIC by a compatible brand', box('mif1', 'heic'), 'heic'],
  ['HEIF of another codec', box('mif1', 'miaf'), 'heif'],
  ['AVIF by its major brand', box('avif', 'mif1'), 'avif'],
  ['AVIF by a compatible brand', box('mif1', 'miaf', 'avif'), 'avif'],
  ['MP4', box('isom', 'avc1'), 'mp4'],
  ['QuickTime', box('qt  '), 'mov'],
  ['AVI', bytes('RIFF\x10\0\0\0AVI LIST'), 'avi'],
  ['WebM', bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm'), 'webm'],
];

describe('sniffKind', () => {
  it.each(known)('API-02 knows %s by its content', (_name, head, kind) => {
    expect(sniffKind(head)).toBe(kind);
  });

  it.each([
    ['nothing', ''],
    ['a few bytes', '\xff\xd8\xff'],
    ['text', 'this is only a text'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['HTML', '<!doctype html><html><body>'],
    ['a sound in a RIFF file', 'RIFF\x10\0\0\0WAVEfmt '],
    ['Matroska that is not WebM', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01matroska'],
    ['an audio file in an ISO box', '\0\0\0\x10ftypM4A \0\0\0\0'],
    ['PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3'],
  ])('SEC-07 refuses %s', (_name, text) => {
    expect(sniffKind(bytes(text))).toBeNull();
  });
});
