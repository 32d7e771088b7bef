import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VideoTools } from '../src/index.ts';

/** The ffmpeg that `npm test` names (scripts/lib/ffmpeg.mjs), else the one on PATH; with VIDEO_LIBRARY the library at that path. */
export const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
const library = process.env.VIDEO_LIBRARY;
export const videoTools: VideoTools = library
  ? { library, version: '6.1.1' }
  : { ffmpeg, version: /version (\S+)/.exec(execFileSync(ffmpeg, ['-version'], { encoding: 'utf8' }))?.[1] ?? '' };

const videos = join(import.meta.dirname, '../fixtures/videos');
/** Path of a fixture below fixtures/videos. */
export const video = (name: string): string => join(videos, name);

/** A folder for files that tests write; `remove` when they are done. */
export function scratchFolder(): { write: (name: string, bytes: Uint8Array | string) => string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-videos-'));
  return {
    write(name, bytes) {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
