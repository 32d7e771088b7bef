import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isMediaErrorReason, MediaError, type VideoProbe, type VideoTools } from '@clearframe/engine/light';
import { Failure, ProbeAnswer } from './messages.ts';

const probeProgram = fileURLToPath(new URL('../processes/probe.ts', import.meta.url));
const nodeArgs = ['--max-semi-space-size=2', '--max-old-space-size=128', '--no-warnings'];
/** It ends ffmpeg after 60 s by itself. */
const WALL_MS = 70_000;
const ANSWER_MAX_BYTES = 65_536;
const LAST_WORDS_MAX = 4_096;

/**
 * Says what a video is, by a program that is shut in and reads nothing but that file. It starts ffmpeg beside itself.
 * @throws MediaError when it is no complete video that can be analysed; any other error is no fault of the file
 */
export async function probeConfined({ confine, ...tools }: VideoTools, path: string): Promise<VideoProbe> {
  if (!confine) throw new Error('Videos are read by programs that are shut in');
  const needed = 'ffmpeg' in tools ? tools.ffmpeg : tools.library;
  // Descriptors have paths everywhere but on Windows, where the program gets the name of the file.
  const byName = process.platform === 'win32' ? [path] : [];
  const confined = confine(process.execPath, [...nodeArgs, probeProgram, JSON.stringify(tools), ...byName], [needed]);
  const file = await confined.openFile(path);
  const child = spawn(confined.program, confined.args, { stdio: ['ignore', 'pipe', 'pipe', file.fd], env: {} });
  // Node throws away what nobody listens for when the program ends, which may be before the file is closed.
  child.stdout?.on('readable', () => undefined);
  const timer = setTimeout(() => {
    child.kill('SIGKILL');
    // Where processes are not shut in together, one that it left behind may hold the pipe open.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, WALL_MS);
  let lastWords = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    lastWords = (lastWords + bytes.toString('latin1')).slice(-LAST_WORDS_MAX);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(String(signal ?? code)));
  });
  try {
    await file.close();
    let answer = '';
    for await (const bytes of child.stdout ?? []) {
      answer += Buffer.from(bytes).toString();
      if (answer.length > ANSWER_MAX_BYTES) throw new Error('The program that reads videos says too much');
    }
    const end = await ended;
    return readAnswer(answer, `The program that reads videos ended with ${end}: ${lastWords.trim()}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
  }
}

function readAnswer(text: string, otherwise: string): VideoProbe {
  const answer: unknown = text === '' ? null : JSON.parse(text);
  const found = ProbeAnswer.safeParse(answer);
  if (found.success) return found.data.probe;
  const failure = Failure.safeParse(answer);
  if (!failure.success) throw new Error(otherwise);
  const { message, media } = failure.data.failed;
  throw media !== undefined && isMediaErrorReason(media) ? new MediaError(media, { message }) : new Error(message);
}
