import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { AnalyserError, type Confine, isMediaErrorReason, MediaError } from '@clearframe/engine/light';
import type { z } from 'zod';
import { type Asked, CpuSpent, Failure } from './messages.ts';
import { type Frame, readFrames, writeFrame } from './wire.ts';

const decoderProgram = fileURLToPath(new URL('../processes/decoder.ts', import.meta.url));

const SHELL = '/bin/sh';

/** So many bytes may a decoder have written to: more than the supervisor lets it keep, so that one that bursts ends by itself. */
const MEMORY_MAX_BYTES = 4 * 1024 ** 3;
/** No file can be written, no core is left, few files are open. What a system does not limit stays open. */
const limits = [
  `ulimit -d ${MEMORY_MAX_BYTES / 1024} 2>/dev/null`,
  'ulimit -f 0 2>/dev/null',
  'ulimit -c 0 2>/dev/null',
  'ulimit -n 128 2>/dev/null',
  'exec "$@"',
].join('; ');
/** A small young generation, as analysis processes have it: big buffers lie outside the heap. */
const nodeArgs = ['--max-semi-space-size=2', '--max-old-space-size=192', '--no-warnings'];
/** One heap for all threads (ARCHITECTURE.md, Processes), and pictures decoded in memory: there is no folder for them. */
const env = { MALLOC_ARENA_MAX: '1', VIPS_DISC_THRESHOLD: '1g' };
const LAST_WORDS_MAX = 4_096;

/** What came fits no question: whoever says so is not asked again. */
export class DecoderLied extends Error {
  override name = 'DecoderLied';
}

export type DecoderProcess = {
  /** Of the process that was started; the decoder may be one that this one started in its turn. */
  readonly pid: number;
  isAlive(): boolean;
  say(asked: Asked, parts?: readonly Uint8Array[]): Promise<void>;
  /** The next answer. @throws MediaError, RangeError or Error as the decoder says; Error when it ended or says what it should not */
  hear<T extends z.ZodType>(schema: T): Promise<{ said: z.infer<T>; parts: Buffer[] }>;
  kill(): Promise<void>;
};

/** Holds the decoder for what belongs together; others wait. @throws whatever the work throws */
export type Converse = <T>(work: (decoder: DecoderProcess) => Promise<T>) => Promise<T>;

/** An error as the decoder told it. */
function toError({ failed }: Failure): Error {
  const { message, media, range, garbage } = failed;
  if (media !== undefined && isMediaErrorReason(media)) return new MediaError(media, { message });
  if (garbage) return new AnalyserError('garbage', message);
  return range ? new RangeError(message) : new Error(message);
}

type DecoderProcessOptions = {
  /** Folders of models. */
  readable: readonly string[];
  /** Another in its place, for tests. */
  program?: string | undefined;
  /** Told with each answer what was computed for it. */
  onCpu?: ((spent: CpuSpent) => void) | undefined;
};

export function startDecoderProcess(
  confine: Confine,
  { readable, program = decoderProgram, onCpu }: DecoderProcessOptions,
): DecoderProcess {
  const command = [process.execPath, ...nodeArgs, program];
  const [first = '', ...args] = existsSync(SHELL) ? [SHELL, '-c', limits, 'decoder', ...command] : command;
  const confined = confine(first, args, [...readable, program]);
  const child = spawn(confined.program, confined.args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'], env });
  let lastWords = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    lastWords = (lastWords + bytes.toString('latin1')).slice(-LAST_WORDS_MAX);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(`ended with ${signal ?? code}`));
  });
  let gone = false;
  void ended.then(() => {
    gone = true;
  });
  const [input, , , answers] = child.stdio;
  // A write to one that is gone fails where it is written.
  input?.on('error', () => undefined);
  const read = answers instanceof Readable ? readFrames(answers) : async () => null;

  /** Waited for: the next question must not go to one that is about to be gone. */
  async function end(): Promise<void> {
    child.kill('SIGKILL');
    await ended;
  }

  async function nextFrame(): Promise<Frame> {
    const frame = await read().catch(async (cause: unknown) => {
      await end();
      throw new DecoderLied('The decoder gave an answer that is none', { cause });
    });
    if (frame) return frame;
    child.kill('SIGKILL');
    throw new Error(`The decoder ${await ended}: ${lastWords.trim()}`);
  }

  return {
    pid: child.pid ?? 0,
    isAlive: () => !gone,
    async say(asked, parts) {
      if (!input) throw new Error('The decoder takes no questions');
      await writeFrame(input, asked, parts).catch(async (cause: unknown) => {
        throw new Error(`The decoder ${await ended}: ${lastWords.trim()}`, { cause });
      });
    },
    async hear(schema) {
      const { said, parts } = await nextFrame();
      const spent = CpuSpent.safeParse(said);
      if (spent.success) onCpu?.(spent.data.cpu);
      const failure = Failure.safeParse(said);
      if (failure.success) throw toError(failure.data);
      const parsed = schema.safeParse(said);
      if (parsed.success) return { said: parsed.data, parts };
      await end();
      throw new DecoderLied('The decoder gave an answer that is none', { cause: parsed.error });
    },
    kill: end,
  };
}
