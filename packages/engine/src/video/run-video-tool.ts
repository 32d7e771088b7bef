import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { constants as osConstants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MediaError } from '../media-error.ts';
import { ffmpegArgs, libraryJob } from './tool-args.ts';
import type { Confine, Confined, VideoJob, VideoTools } from './video-types.ts';

const HEAD_MAX = 65_536;
const TAIL_MAX = 8_192;

/** The beginning and the end of a program's log: a hostile file can make it say the same thing a million times. */
function keepLog(): { add: (bytes: Buffer) => void; text: () => string } {
  let head = '';
  let tail = '';
  return {
    add(bytes) {
      const text = bytes.toString('latin1');
      const room = HEAD_MAX - head.length;
      head += text.slice(0, room);
      if (text.length > room) tail = (tail + text.slice(room)).slice(-TAIL_MAX);
    },
    text: () => head + tail,
  };
}

export type VideoToolRun = {
  job: VideoJob;
  /** Of processor time; what takes more is the file's fault. */
  cpuSeconds: number;
  /** Of time on the clock; what takes more may be the fault of a busy machine. */
  wallMs: number;
  signal?: AbortSignal | undefined;
  /** Gets the output piece by piece; the program waits for it, so that memory stays flat. */
  onOutput: (bytes: Buffer) => void | Promise<void>;
};

/** The most that was measured is 1.2 GB for ffmpeg and 1.4 for the library: a HEVC video of 7680 × 4320 pixels with ten bits a colour. */
const MEMORY_MAX_BYTES = 2 * 1024 ** 3;

/** Loading 175 MB for the first time. */
const VERSION_WALL_MS = 60_000;

const SHELL = '/bin/sh';

/**
 * No file can be written (-f), no core is left (-c), few files are open (-n). What a system does not limit (macOS: -v, -d) stays open.
 * The soft limit of the processor time ends the program by a signal, the hard one is for when that is ignored.
 */
const limited = (measure: Command['measure'], cpuSeconds: number) =>
  [
    `ulimit -${measure} ${Math.floor(MEMORY_MAX_BYTES / 1024)} 2>/dev/null`,
    `ulimit -H -t ${cpuSeconds + 5} 2>/dev/null`,
    `ulimit -S -t ${cpuSeconds} 2>/dev/null`,
    'ulimit -f 0 2>/dev/null',
    'ulimit -c 0 2>/dev/null',
    'ulimit -n 64 2>/dev/null',
    'exec "$@"',
  ].join('; ');

type Command = {
  name: string;
  program: string;
  args: string[];
  /** Address space for ffmpeg; written-to memory for Node, which reserves 10 GB of addresses without using them. */
  measure: 'v' | 'd';
  /** What the program is made of. */
  needs: string[];
};

/**
 * Where a program finds the one file that it shall read: the fourth descriptor that it is given. So it needs no way to the folder
 * that the file lies in.
 */
const GIVEN_FILE = '/dev/fd/3';
const givesDescriptor = process.platform !== 'win32';

const libraryProgram = fileURLToPath(new URL('./library/run-library.ts', import.meta.url));
/** No threads beside the one that works, and little room for what the script itself holds. */
const nodeArgs = ['--single-threaded', '--max-old-space-size=128', '--no-warnings'];

/** What is started, and by which name people are told of it. */
function commandOf(tools: VideoTools, job: VideoJob): Command {
  if ('ffmpeg' in tools) {
    return { name: tools.ffmpeg, program: tools.ffmpeg, args: ffmpegArgs(job), measure: 'v', needs: [tools.ffmpeg] };
  }
  const args = [...nodeArgs, libraryProgram, tools.library, JSON.stringify(libraryJob(job))];
  return { name: tools.library, program: process.execPath, args, measure: 'd', needs: [tools.library] };
}

/**
 * What the library calls itself, such as `8.1-Jellyfin`: loading it shows that it fits this machine.
 * @param library absolute path of its `node-av.node`
 * @throws when it cannot be loaded
 */
export async function readLibraryVersion(library: string, confine?: Confine): Promise<string> {
  const args = [...nodeArgs, libraryProgram, library, 'version'];
  return await readOutput(confine?.(process.execPath, args, [library]) ?? { program: process.execPath, args });
}

/** What `ffmpeg -version` writes. @throws when it cannot be run */
export async function readFfmpegVersion(ffmpeg: string, confine?: Confine): Promise<string> {
  const args = ['-version'];
  return await readOutput(confine?.(ffmpeg, args, [ffmpeg]) ?? { program: ffmpeg, args });
}

async function readOutput({ program, args }: Pick<Confined, 'program' | 'args'>): Promise<string> {
  return (await promisify(execFile)(program, args, { env: {}, timeout: VERSION_WALL_MS })).stdout;
}

/** Without variables of ours: nothing that this server knows is passed on. */
function start({ program, args, measure, needs }: Command, cpuSeconds: number, tools: VideoTools): Started {
  const shell = existsSync(SHELL);
  const plain = shell
    ? { program: SHELL, args: ['-c', limited(measure, Math.ceil(cpuSeconds)), 'video-tool', program, ...args] }
    : { program, args };
  const { openFile, ...command } = tools.confine?.(plain.program, plain.args, needs) ?? { ...plain, openFile: openToRead };
  return {
    openFile,
    run: (file) =>
      spawn(command.program, command.args, {
        stdio: ['ignore', 'pipe', 'pipe', ...(file ? [file.fd] : [])],
        env: {},
        windowsHide: true,
      }),
  };
}

type Started = { openFile: Confined['openFile']; run: (file: FileHandle | null) => ChildProcess };

const openToRead = (path: string): Promise<FileHandle> => open(path, 'r');

type Ended = { code: number | null; signal: string | null; error?: Error };

/** Begins the program with its file. An error of the start is told at once, so that who listens does it before anything is waited for. */
async function launch(
  begin: Started['run'],
  file: FileHandle | null,
  { signal, onLog }: { signal: AbortSignal | undefined; onLog: (bytes: Buffer) => void },
): Promise<{ child: ChildProcess; ended: Promise<Ended> }> {
  try {
    // The signal may have fired while the file was copied.
    signal?.throwIfAborted();
    const child = begin(file);
    // Node throws away what nobody listens for when the program ends, and on a busy machine that is before the file is closed.
    child.stdout?.on('readable', () => undefined);
    child.stderr?.on('data', onLog);
    const ended = new Promise<Ended>((resolve) => {
      child.once('error', (error) => resolve({ code: null, signal: null, error }));
      child.once('close', (code, name) => resolve({ code, signal: name }));
    });
    return { child, ended };
  } finally {
    // The program has its own by now.
    await file?.close();
  }
}

/**
 * Runs ffmpeg, or our program around its library, in a process of its own, with limits on memory, time and what it may touch, and
 * without any input but the file that the job names. It is killed when the signal fires or the caller's `onOutput` throws.
 * @returns what it wrote to its log
 * @throws MediaError when it fails at the file; the signal's reason; any other error is no fault of the file
 */
export async function runVideoTool(tools: VideoTools, run: VideoToolRun): Promise<string> {
  run.signal?.throwIfAborted();
  const command = commandOf(tools, givesDescriptor ? { ...run.job, path: GIVEN_FILE } : run.job);
  const { openFile, run: begin } = start(command, run.cpuSeconds, tools);
  const file = givesDescriptor ? await openFile(run.job.path) : null;
  const log = keepLog();
  const { child, ended } = await launch(begin, file, { signal: run.signal, onLog: log.add });
  let late = false;
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, run.wallMs);
  run.signal?.addEventListener('abort', kill, { once: true });
  try {
    // It may have fired while the file was closed.
    run.signal?.throwIfAborted();
    for await (const bytes of child.stdout ?? []) await run.onOutput(bytes);
    const end = await ended;
    run.signal?.throwIfAborted();
    if (end.error) throw new Error(`${command.name} could not be started`, { cause: end.error });
    if (late) throw new Error(`${command.name} was ended after ${run.wallMs} ms`);
    if (end.code !== 0) throw failure(command.name, end.code, end.signal, log.text());
    return log.text();
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', kill);
    kill();
    await ended;
  }
}

/**
 * What an exit that is not 0 means. A shell exits with 126 and 127 when there is no program, and with 128 and the number of the
 * signal that ended one; ffmpeg says which signal it caught.
 */
function failure(name: string, code: number | null, signal: string | null, log: string): Error {
  const cause = new Error(`${name} ended with ${code ?? signal}: ${log.trim().slice(-1_000)}`);
  if (code === 126 || code === 127) return new Error(`${name} could not be started`, { cause });
  if (signal === 'SIGXCPU' || code === 128 + osConstants.signals.SIGXCPU || /received signal 24\b/.test(log))
    return new MediaError('video_too_costly', { cause });
  if (/Cannot allocate memory/.test(log)) return new MediaError('video_too_costly', { cause });
  // Killed from outside, as a machine that runs out of memory does: the file may be good.
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || code === 128 + osConstants.signals.SIGKILL) return cause;
  return new MediaError('video_undecodable', { cause });
}
