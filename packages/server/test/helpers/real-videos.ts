import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VideoTools } from '@clearframe/engine';

const fixtures = join(import.meta.dirname, '../../../engine/fixtures/videos');

/** A video of the engine's fixtures, such as `h264.mp4`: 8 s of which seconds 3 and 4 are flagged. */
export const videoFile = (name: string): Buffer => readFileSync(join(fixtures, name));

/** The ffmpeg that `npm test` names, else the one on PATH. */
export async function realVideoTools(): Promise<VideoTools> {
  const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';
  const version = /version (\S+)/.exec(execFileSync(ffmpeg, ['-version'], { encoding: 'utf8' }))?.[1] ?? '';
  return { ffmpeg, version };
}
