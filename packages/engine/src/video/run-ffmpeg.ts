import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { MediaError } from '../media-error.ts';
import { keepLog } from './keep-log.ts';
import type { VideoTools } from './video-types.ts';

export type FfmpegRun = {
  args: readonly string[];
  /** Of processor time; what takes more is the file's fault. */
  cpuSeconds: number;
  /** Of time on the clock; what takes more may be the fault of a busy machine. */
  wallMs: number;
  signal?: AbortSignal | undefined;
  /** Gets the output piece by piece; the program waits for it, so that memory stays flat. */
  onOutput: (bytes: Buffer) => void | Promise<void>;
};

/** Address space of the program. The most that was measured is 1.2 GB: a HEVC video of 7680 × 4320 pixels with ten bits a colour. */
const MEMORY_MAX_BYTES = 2 * 1024 ** 3;
/** Largest single block that it may ask for. */
const BLOCK_MAX_BYTES = 512 * 1024 ** 2;

const SHELL = '/bin/sh';

/**
 * No file can be written (-f), no core is left (-c), few files are open (-n). What a system does not limit (macOS: -v) stays open.
 * The soft limit of the processor time ends the program by a signal, the hard one is for when that is ignored.
 */
const limited = (cpuSeconds: number) =>
  [
    `ulimit -v ${Math.floor(MEMORY_MAX_BYTES / 1024)} 2>/dev/null`,
    `ulimit -H -t ${cpuSeconds + 5} 2>/dev/null`,
    `ulimit -S -t ${cpuSeconds} 2>/dev/null`,
    'ulimit -f 0 2>/dev/null',
    'ulimit -c 0 2>/dev/null',
    'ulimit -n 64 2>/dev/null',
    'exec "$@"',
  ].join('; ');

/** Without variables of ours: nothing that this server knows is passed on. */
function start(tools: VideoTools, { args, cpuSeconds }: FfmpegRun): ChildProcess {
  const all = ['-nostdin', '-hide_banner', '-nostats', '-max_alloc', String(BLOCK_MAX_BYTES), ...args];
  const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'], env: {}, windowsHide: true };
  if (!existsSync(SHELL)) return spawn(tools.ffmpeg, all, options);
  return spawn(SHELL, ['-c', limited(Math.ceil(cpuSeconds)), 'ffmpeg', tools.ffmpeg, ...all], options);
}

/**
 * Runs ffmpeg in a process of its own, with limits on memory, time and what it may touch, and without any input but the file that
 * the arguments name. It is killed when the signal fires or the caller's `onOutput` throws.
 * @returns what it wrote to its log
 * @throws MediaError when it fails at the file; the signal's reason; any other error is no fault of the file
 */
export async function runFfmpeg(tools: VideoTools, run: FfmpegRun): Promise<string> {
  run.signal?.throwIfAborted();
  const child = start(tools, run);
  const ended = new Promise<{ code: number | null; signal: string | null; error?: Error }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const log = keepLog();
  child.stderr?.on('data', log.add);
  let late = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, run.wallMs);
  run.signal?.addEventListener('abort', kill, { once: true });
  try {
    for await (const bytes of child.stdout ?? []) await run.onOutput(bytes);
    const end = await ended;
    run.signal?.throwIfAborted();
    if (end.error) throw new Error(`${tools.ffmpeg} could not be started`, { cause: end.error });
    if (late) throw new Error(`${tools.ffmpeg} was ended after ${run.wallMs} ms`);
    if (end.code !== 0) throw failure(tools, end.code, end.signal, log.text());
    return log.text();
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', kill);
    kill();
    await ended;
  }
}

/** What an exit that is not 0 means. A shell exits with 126 and 127 when there is no program; ffmpeg says which signal it caught. */
function failure(tools: VideoTools, code: number | null, signal: string | null, log: string): Error {
  const cause = new Error(`ffmpeg ended with ${code ?? signal}: ${log.trim().slice(-1_000)}`);
  if (code === 126 || code === 127) return new Error(`${tools.ffmpeg} could not be started`, { cause });
  if (signal === 'SIGXCPU' || /received signal 24\b/.test(log)) return new MediaError('video_too_costly', { cause });
  if (/Cannot allocate memory/.test(log)) return new MediaError('video_too_costly', { cause });
  // Killed from outside, as a machine that runs out of memory does: the file may be good.
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return cause;
  return new MediaError('video_undecodable', { cause });
}
