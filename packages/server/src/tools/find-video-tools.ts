import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { AppError } from '@clearframe/contract';
import { type Confine, readFfmpegVersion, readLibraryVersion, type VideoTools } from '@clearframe/engine/light';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { createFetchVideoTools } from './fetch-video-tools.ts';

/** Of 2021, which distributions still carry. Tried was 5.1.9 alone; what is older than this is likelier to lack an option. */
const OLDEST = 4.4;

export type VideoToolsSearch = {
  config: Pick<Config, 'ffmpegPath' | 'searchPath' | 'fetchVideoTools' | 'dataDir'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Shuts in whatever is run; without it nothing is. */
  confine?: Confine;
  /** Fetches what stands in for ffmpeg; throws why it cannot. Tests pass another. */
  fetchTools?: () => Promise<VideoTools>;
};

/**
 * What videos are read with: the ffmpeg that FFMPEG_PATH names and no other, else the first one on PATH, else FFmpeg's library, fetched
 * into DATA_DIR/tools unless VIDEO_TOOLS is off. Looked up when the first video comes, and remembered once found; until then each video
 * looks again, so that installing one needs no restart. The first one that fetches waits for it, which can take minutes.
 * @returns a function that throws AppError video_unavailable, which says what to install
 */
export function createFindVideoTools({ config, log, confine, fetchTools }: VideoToolsSearch): () => Promise<VideoTools> {
  const fetchOne =
    fetchTools ??
    createFetchVideoTools({
      folder: join(config.dataDir, 'tools'),
      log,
      readVersion: (path) => readLibraryVersion(path, confine),
    });
  let found: Promise<VideoTools> | null = null;

  async function find(): Promise<VideoTools> {
    const faults: string[] = [];
    for (const path of candidates(config)) {
      const tools = await tryTool(path, confine);
      if (typeof tools !== 'string') {
        log.info(told(tools), 'reading videos with this ffmpeg');
        return tools;
      }
      faults.push(tools);
    }
    if (faults.length === 0) faults.push('no ffmpeg on PATH');
    if (config.ffmpegPath === null && config.fetchVideoTools) {
      try {
        const tools = await fetchOne();
        log.info(told(tools), 'reading videos with this FFmpeg library');
        return tools;
      } catch (error) {
        faults.push(`none could be fetched: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const detail = faults.join('; ');
    log.warn({ detail }, 'cannot read videos: install ffmpeg or set FFMPEG_PATH');
    throw new AppError('video_unavailable', { detail });
  }

  return () => {
    found ??= find()
      .then((tools) => ({ ...tools, ...(confine ? { confine } : {}) }))
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  };
}

/** For the log, where `version` is the server's. */
function told({ version, confine: _, ...where }: VideoTools): Record<string, unknown> {
  return { ...where, tool_version: version };
}

function candidates({ ffmpegPath, searchPath }: VideoToolsSearch['config']): string[] {
  if (ffmpegPath !== null) return [ffmpegPath];
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  // A folder that is not absolute would mean another program wherever the server is started.
  return searchPath
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The program with its version, or why it cannot be used. */
async function tryTool(path: string, confine: Confine | undefined): Promise<VideoTools | string> {
  try {
    const version = /^ffmpeg version (\S+)/.exec(await readFfmpegVersion(path, confine))?.[1];
    if (version === undefined) return `${path} is no ffmpeg`;
    // Builds between releases have no number: N-12345-gabcdef.
    const number = /^n?(\d+\.\d+)/.exec(version)?.[1];
    if (number !== undefined && Number(number) < OLDEST) return `${path} is ffmpeg ${version}, which is too old`;
    return { ffmpeg: path, version };
  } catch (error) {
    return `${path} could not be run: ${error instanceof Error ? error.message : String(error)}`;
  }
}
