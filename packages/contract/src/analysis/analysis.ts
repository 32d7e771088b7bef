import { z } from 'zod';
import { KeptAnalyserRun } from './analyser-runs.ts';
import { Category, CategoryScores, Coverage } from './categories.ts';
import { ContentCredentials } from './content-credentials.ts';
import { PictureHash } from './picture-hash.ts';
import { TextLine, WritingCoverage } from './text-line.ts';
import { VideoFacts } from './video.ts';

/** What a file is by its content. The list is closed: anything else is refused before decoding. */
export const MediaKind = z.enum(['jpeg', 'png', 'webp', 'gif', 'heic', 'heif', 'avif', 'mp4', 'mov', 'avi', 'webm']);
export type MediaKind = z.infer<typeof MediaKind>;

/** Wire type, file ending and medium of each kind. */
export const mediaKinds: Record<MediaKind, { mimeType: string; extension: string; medium: 'image' | 'video' }> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg', medium: 'image' },
  png: { mimeType: 'image/png', extension: 'png', medium: 'image' },
  webp: { mimeType: 'image/webp', extension: 'webp', medium: 'image' },
  gif: { mimeType: 'image/gif', extension: 'gif', medium: 'image' },
  heic: { mimeType: 'image/heic', extension: 'heic', medium: 'image' },
  heif: { mimeType: 'image/heif', extension: 'heif', medium: 'image' },
  avif: { mimeType: 'image/avif', extension: 'avif', medium: 'image' },
  mp4: { mimeType: 'video/mp4', extension: 'mp4', medium: 'video' },
  mov: { mimeType: 'video/quicktime', extension: 'mov', medium: 'video' },
  avi: { mimeType: 'video/x-msvideo', extension: 'avi', medium: 'video' },
  webm: { mimeType: 'video/webm', extension: 'webm', medium: 'video' },
};

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Brands of ISO base media files (ISO/IEC 14496-12 `ftyp`) that we accept, and the kind each means. */
const brands: Record<string, MediaKind> = {
  heic: 'heic',
  heix: 'heic',
  heim: 'heic',
  heis: 'heic',
  hevc: 'heic',
  hevx: 'heic',
  mif1: 'heif',
  msf1: 'heif',
  avif: 'avif',
  avis: 'avif',
  'qt  ': 'mov',
  isom: 'mp4',
  iso2: 'mp4',
  iso4: 'mp4',
  iso5: 'mp4',
  iso6: 'mp4',
  mp41: 'mp4',
  mp42: 'mp4',
  avc1: 'mp4',
  'M4V ': 'mp4',
  dash: 'mp4',
  MSNV: 'mp4',
};

/**
 * Tells what a file is from its first bytes, never from its name or declared type.
 * @param head at least the first 64 bytes of the file
 * @returns the kind, or null when it is none that we accept
 */
export function sniffKind(head: Uint8Array): MediaKind | null {
  if (head.length < 12) return null;
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (ascii(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(head, 0, 6) === 'GIF87a' || ascii(head, 0, 6) === 'GIF89a') return 'gif';
  if (ascii(head, 0, 4) === 'RIFF') {
    if (ascii(head, 8, 12) === 'WEBP') return 'webp';
    if (ascii(head, 8, 12) === 'AVI ') return 'avi';
    return null;
  }
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) {
    return ascii(head, 0, Math.min(head.length, 64)).includes('webm') ? 'webm' : null;
  }
  return ascii(head, 4, 8) === 'ftyp' ? sniffBrand(head) : null;
}

/** `mif1` only says "an image item": the compatible brands then tell AVIF and HEIC apart. */
function sniffBrand(head: Uint8Array): MediaKind | null {
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const found = brands[ascii(head, 8, 12)];
  if (found && found !== 'heif') return found;
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) {
    const compatible = brands[ascii(head, at, at + 4)];
    if (compatible && compatible !== 'heif' && mediaKinds[compatible].medium === 'image') return compatible;
  }
  return found ?? null;
}

/** Probabilities 0…1 of the built-in classifier's five classes, which add up to 1: its own numbers, before they become categories. */
export const RawClasses = z.object({
  drawing: z.number(),
  hentai: z.number(),
  neutral: z.number(),
  porn: z.number(),
  sexy: z.number(),
});
export type RawClasses = z.infer<typeof RawClasses>;

/** What the engine says about one file: values only, no clock of its own beyond `processing_time_ms`. */
export const Analysis = z.object({
  kind: MediaKind,
  width: z.int().positive(),
  height: z.int().positive(),
  frames_analysed: z.int().positive(),
  /** Of an animation or a video the highest of all its frames. */
  scores: CategoryScores,
  coverage: z.record(Category, Coverage),
  /** Of the frame that is shown. Absent for videos and in older results. */
  classes: RawClasses.optional(),
  /** Plain words of what was affirmatively seen; keywords are matched against it. */
  description: z.string(),
  /** Text read in the picture, a line each; empty when none was read. */
  text: z.string(),
  /** The same lines with their places. Absent in results from before text was read. */
  text_lines: z.array(TextLine).optional(),
  writing: WritingCoverage.optional(),
  processing_time_ms: z.number().min(0),
  analysis_version: z.string(),
  /** Of what is shown of a picture or an animation. Absent in older results and for videos. */
  hash: PictureHash.optional(),
  /** Absent in older results, and where the original was rewritten before anybody read them. */
  content_credentials: ContentCredentials.optional(),
  /** Of videos only. What each of its seconds scored is asked for by itself: there can be thousands. */
  video: VideoFacts.optional(),
  /** The analysers beside the built-in one, in the order of the setting. Absent where none is set. */
  analysers: z.array(KeptAnalyserRun).optional(),
});
export type Analysis = z.infer<typeof Analysis>;
