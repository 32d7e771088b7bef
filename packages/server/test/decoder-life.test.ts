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
import { residentTreeBytes } from '../src/confinement/resident-tree.ts';
import { commandOf, residentBytes } from '../src/db/process-info.ts';
import { startTestDecoder } from './decoder.ts';
import { picture, quickExaminer } from './uploads.ts';

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
