import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, runWithProgress } from './run.mjs';

/** Path of an installed ffmpeg, FFMPEG_PATH first; null without one. */
export function installedFfmpeg(env = process.env) {
  const onPath = (env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'ffmpeg'));
  return [env.FFMPEG_PATH, ...onPath].find((path) => path && existsSync(path)) ?? null;
}

/** An ffmpeg for the tests: an installed one, or Debian's package when we may install it. Null when none can be had. */
export async function ensureFfmpeg() {
  const found = installedFfmpeg();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update'], { quiet: true });
    await runWithProgress("Installing Debian's ffmpeg", 'apt-get', ['install', '-y', '--no-install-recommends', 'ffmpeg']);
  }
  return installedFfmpeg();
}
