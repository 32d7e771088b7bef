import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MediaError } from '@clearframe/engine';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decoder } from '../src/confinement/decoder.ts';
import { ProbeAnswer } from '../src/confinement/messages.ts';
import { residentTreeBytes } from '../src/confinement/resident-tree.ts';
import { commandOf, residentBytes } from '../src/db/process-info.ts';
import { startTestDecoder } from './helpers/decoder.ts';
import { picture, quickExaminer } from './helpers/uploads.ts';

const isLinux = process.platform === 'linux';
const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}.ts`, import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-decoder-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function until(ask: () => boolean): Promise<void> {
  while (!ask()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('the decoder of an analysis process', () => {
  const pids: (number | null)[] = [];
  let decoder: Decoder;
  beforeAll(async () => {
    decoder = await startTestDecoder(dataDir, { onProcess: (pid) => pids.push(pid) });
  });
  afterAll(() => decoder?.close());

  it('OPS-04 fails the picture that it died with, as no fault of the file, and the next picture has another', async () => {
    const bytes = picture('formats/pears.jpg');
    const before = await decoder.examine(bytes);
    const examining = failureOf(decoder.examine(bytes));
    process.kill(pids.at(-1) ?? 0, 'SIGKILL');
    const failure = await examining;
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MediaError);
    const after = await decoder.examine(bytes);
    expect(after.analysis.scores).toEqual(before.analysis.scores);
    expect(new Set(pids.filter((pid) => pid !== null)).size).toBe(2);
    // What was shown by the one that died is gone with it.
    await expect(before.shown.jpeg()).rejects.toThrow('no longer here');
  });

  it('decodes the largest picture that is taken, without a file beside it', async () => {
    const bytes = await sharp({ create: { width: 10_000, height: 4_990, channels: 3, background: '#338' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect((await decoder.examine(bytes)).analysis).toMatchObject({ width: 10_000, height: 4_990 });
  });

  it.runIf(isLinux)('OPS-04 is counted with all that it runs below', async () => {
    await decoder.examine(picture('formats/pears.jpg'));
    const pid = pids.findLast((one) => one !== null) ?? 0;
    expect(residentTreeBytes(pid)).toBeGreaterThan(100 * 1_048_576);
    expect(residentTreeBytes(process.pid)).toBeGreaterThan(residentBytes(process.pid) ?? 0);
    expect(residentTreeBytes(2 ** 30)).toBeNull();
  });

  it.runIf(isLinux)('ends with the process that started it, however that one ends', async () => {
    const parent = spawn(process.execPath, [fixture('start-decoder')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number((await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next()).value);
    const all = (await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)])).stdout
      .split('\n')
      .map(Number)
      .filter(Boolean);
    expect(commandOf(pid)).not.toBeNull();
    parent.kill('SIGKILL');
    await until(() => [pid, ...all].every((one) => commandOf(one) === null));
  });
});

describe('a decoder that says what it should not', () => {
  it.each(['a huge frame', 'no JSON', 'a death', 'an analysis that is none', 'a page for a copy'])(
    'SEC-02 fails the try, and is believed nothing: %s',
    async (answer) => {
      const pids: (number | null)[] = [];
      const decoder = await startTestDecoder(dataDir, { program: fixture('lying-decoder'), onProcess: (pid) => pids.push(pid) });
      const { analysis } = await quickExaminer.examine(picture('formats/pears.png'));
      const bytes = Buffer.from(answer === 'a page for a copy' ? JSON.stringify(analysis) : answer);
      const failure = await failureOf(decoder.examine(bytes));
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(MediaError);
      expect(failure).not.toBeInstanceOf(RangeError);
      await decoder.close();
    },
  );
});

/** What the stand-in answers, one question after the other, to bytes that hold it. */
type Lie = { said: object; parts: { head: string; bytes: number }[]; times?: number };
const lying = (...lies: Lie[]): Buffer => Buffer.from(JSON.stringify({ lies }));
const webp = { head: 'RIFF\0\0\0\0WEBP', bytes: 8 };
const size = { width: 8, height: 8 };

async function* filmOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function takeFilm(decoder: Decoder, bytes: Buffer): Promise<number> {
  let taken = 0;
  for await (const piece of decoder.stripVideo('mp4', filmOf(bytes))) taken += piece.length;
  return taken;
}

describe('a decoder that says too much', () => {
  let honest: Awaited<ReturnType<typeof quickExaminer.examine>>['analysis'];
  let decoder: Decoder;
  const pids: number[] = [];
  beforeAll(async () => {
    honest = (await quickExaminer.examine(picture('formats/pears.png'))).analysis;
    decoder = await startTestDecoder(dataDir, {
      program: fixture('lying-decoder'),
      onProcess: (pid) => pid !== null && pids.push(pid),
    });
  });
  afterAll(() => decoder?.close());

  /** It failed at what was said, and whoever said it is not asked again. */
  async function isRefused(work: Promise<unknown>): Promise<void> {
    const failure = await failureOf(work);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MediaError);
    expect(failure).not.toBeInstanceOf(RangeError);
    const before = pids.length;
    const answer = { analysis: honest, shown: { number: 1, ...size }, copies: [size, size] };
    await decoder.examine(lying({ said: answer, parts: [webp, webp] }));
    expect(pids.length).toBe(before + 1);
  }
  const answer = () => ({ analysis: honest, shown: { number: 1, ...size }, copies: [size, size] });
  const copies = [webp, webp];

  it('SEC-02 keeps no more of its words than is read in a file', async () => {
    const said = { ...answer(), analysis: { ...honest, text: 'x'.repeat(10_001) } };
    await isRefused(decoder.examine(lying({ said, parts: copies })));
  });

  it('SEC-02 does not let it speak for other analysers', async () => {
    const run = { name: 'openai', version: '1', place: 'remote', outcome: 'failed', fault: 'quota', elapsed_ms: 1 };
    const analysers = [{ ...run, cost_micros: null, scores: {}, unmapped: [], raw: null }];
    const said = { ...answer(), analysis: { ...honest, analysers } };
    expect((await decoder.examine(lying({ said, parts: copies }))).analysis.analysers).toBeUndefined();
  });

  it('SEC-02 takes no copy that is larger than its pixels', async () => {
    await isRefused(decoder.examine(lying({ said: answer(), parts: [webp, { ...webp, bytes: 8 * 1_048_576 }] })));
  });

  it('SEC-02 takes no more parts than a video has pictures', async () => {
    await isRefused(decoder.examine(lying({ said: answer(), parts: Array.from({ length: 64 }, () => webp) })));
  });

  it('SEC-02 sends other analysers nothing but a JPEG', async () => {
    const { shown } = await decoder.examine(lying({ said: answer(), parts: copies }, { said: {}, parts: [webp] }));
    await isRefused(shown.jpeg());
  });

  it('SEC-02 puts nothing but a picture of the same kind and size in the place of an original', async () => {
    const page = { head: '<html>', bytes: 0 };
    await isRefused(decoder.stripPicture('jpeg', lying({ said: { state: 'changed' }, parts: [page] })));
    const large = { head: '\u00ff\u00d8\u00ff', bytes: 100_000 };
    await isRefused(decoder.stripPicture('jpeg', lying({ said: { state: 'changed' }, parts: [large] })));
  });

  it('SEC-02 takes no film that is longer than what was sent', async () => {
    const piece = { said: { done: false }, parts: [{ head: '', bytes: 100 }], times: 1_000 };
    await isRefused(takeFilm(decoder, lying(piece, { said: { done: true }, parts: [] })));
  });

  it('SEC-02 takes no film that is shorter than what was sent, or comes in pieces of nothing', async () => {
    await isRefused(takeFilm(decoder, lying({ said: { done: true }, parts: [] })));
    await isRefused(
      takeFilm(
        decoder,
        lying({ said: { done: false }, parts: [{ head: '', bytes: 0 }], times: 1_000 }, { said: { done: true }, parts: [] }),
      ),
    );
  });
});

describe('a program that lies about a video', () => {
  const probe = {
    kind: 'mp4',
    durationMs: 2_400,
    seconds: 3,
    width: 640,
    height: 360,
    rotation: 0,
    codec: 'h264',
    frameRate: 25,
  };
  it.each([
    ['a length that is not taken', { durationMs: 7_200_001, seconds: 7_200 }],
    ['other seconds than its length has', { durationMs: 7_000_000, seconds: 1 }],
    ['more pixels than are taken', { width: 60_000, height: 60_000 }],
  ])('SEC-02 is not believed %s', (_what, lie) => {
    expect(ProbeAnswer.safeParse({ probe }).success).toBe(true);
    expect(ProbeAnswer.safeParse({ probe: { ...probe, ...lie } }).success).toBe(false);
  });
});

it.runIf(isLinux)('SEC-02 the code of the API and of an analysis process loads no codec and no model runtime', async () => {
  const rooms = ['app.ts', 'create-context.ts', 'jobs/index.ts', 'confinement/decoder.ts', 'models/classifier-file.ts'];
  const imports = rooms.map((room) => `await import(${JSON.stringify(new URL(`../src/${room}`, import.meta.url).href)});`);
  const program = `${imports.join('')} process.stdout.write((await import('node:fs')).readFileSync('/proc/self/maps', 'utf8'));`;
  const args = ['--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
  expect(stdout).toContain('node');
  expect(stdout).not.toMatch(/vips|onnxruntime|sharp/);
  expect(readFileSync('/proc/self/maps', 'utf8')).toMatch(/vips/);
});
