import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sniffKind } from '@clearframe/contract';
import { type Engine, MediaError, probeVideo, type SeenSecond, stripMetadata, stripVideo } from '@clearframe/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseLevel } from '../src/confinement/choose-level.ts';
import { createConfine } from '../src/confinement/confine.ts';
import type { Decoder } from '../src/confinement/decoder.ts';
import { probeConfined } from '../src/confinement/probe-confined.ts';
import type { Stripper } from '../src/moderation/analyse/clean-original.ts';
import { startTestDecoder } from './helpers/decoder.ts';
import { realVideoTools } from './helpers/real-videos.ts';
import { loadEngine } from './helpers/uploads.ts';

const fixtures = join(import.meta.dirname, '../../engine/fixtures');
const filesOf = (folder: string): string[] => readdirSync(join(fixtures, folder)).map((name) => join(fixtures, folder, name));
/** What `explicit` shows is decoded as `pears` is: the engine's own tests judge it in each format. */
const pictures = [
  ...filesOf('formats').filter((path) => !path.includes('/explicit.')),
  ...['flagged/explicit-1.png', 'text/service.webp'].map((name) => join(fixtures, name)),
];
/** A file of each container and outcome: refused in two ways, turned, in pieces. Codecs are the engine's own tests. */
const videos = [
  'h264.mp4',
  'recorded.webm',
  'mpeg4.avi',
  'h264.mov',
  'fragments.mp4',
  'turned-90.mp4',
  'sound-only.mp4',
  'huge.mp4',
].map((name) => join(fixtures, 'videos', name));
const nameOf = (path: string): [string, string] => [path.slice(fixtures.length + 1), path];

/** What came of it, without what a clock says. */
async function outcome<T extends { analysis: object }>(work: Promise<T>): Promise<unknown> {
  try {
    const { analysis, ...rest } = await work;
    return { ...rest, analysis: { ...analysis, processing_time_ms: 0 } };
  } catch (error) {
    if (error instanceof MediaError) return { refused: error.reason, message: error.message };
    throw error;
  }
}

/** Pictures as bytes, whatever kind of array holds them. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, one) => (one?.bytes ? { ...one, bytes: Buffer.from(one.bytes).toString('base64') } : one)),
  );

describe('a decoder that is shut in', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-parity-'));
  let engine: Engine;
  let decoder: Decoder;
  beforeAll(async () => {
    engine = await loadEngine();
    decoder = await startTestDecoder(dataDir);
  });
  afterAll(async () => {
    await decoder?.close();
    await engine?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.each(pictures.map(nameOf))('ENG-01 sees in %s what the engine sees', async (_name, path) => {
    const bytes = readFileSync(path);
    const here = await outcome(engine.examine(bytes));
    const there = await outcome(decoder.examine(bytes));
    expect(plain(there)).toEqual(plain(here));
    const kind = sniffKind(bytes);
    if (!kind) throw new Error('A fixture is of no kind');
    expect(Buffer.from((await decoder.stripPicture(kind, bytes)) ?? [])).toEqual(Buffer.from(stripMetadata(kind, bytes) ?? []));
  });

  it('DOOR-0 assesses what nobody keeps as the engine does, with and without a hash', async () => {
    const bytes = readFileSync(join(fixtures, 'flagged/explicit-1.png'));
    for (const recognise of [true, false]) {
      const how = { readWriting: false, recognise };
      const there = await outcome(decoder.assess(bytes, how));
      expect(plain(there)).toEqual(plain(await outcome(engine.assess(bytes, how))));
      expect(there).toMatchObject({ analysis: recognise ? { hash: { pdq: expect.any(String) } } : { kind: 'png' } });
    }
  });

  it('gives the JPEG that other analysers are sent', async () => {
    const bytes = readFileSync(join(fixtures, 'formats/rotated.jpg'));
    const [here, there] = [await engine.examine(bytes), await decoder.examine(bytes)];
    for (const leastSide of [0, 1_700])
      expect(Buffer.from(await there.shown.jpeg(leastSide))).toEqual(Buffer.from(await here.shown.jpeg(leastSide)));
  });

  it('gives the pixels that a model server is sent', async () => {
    const bytes = readFileSync(join(fixtures, 'formats/rotated.jpg'));
    const [here, there] = [await engine.examine(bytes), await decoder.examine(bytes)];
    for (const fit of ['stretch', 'cover', 'contain'] as const) {
      const [expected, given] = [here, there].map(({ shown }) => shown.resized({ width: 64, height: 32, fit }));
      expect((await given)?.data.length).toBe(64 * 32 * 3);
      expect(Buffer.from((await given)?.data ?? [])).toEqual(Buffer.from((await expected)?.data ?? [1]));
    }
  });

  it('shows the seconds that the engine shows, as pixels and as JPEG', async () => {
    const path = join(fixtures, 'videos/h264.mp4');
    const tools = await realVideoTools();
    const probe = await probeVideo(tools, path);
    const all = async ({ showSeconds }: Pick<Engine, 'showSeconds'>) => {
      const seconds: Buffer[][] = [];
      await showSeconds(path, probe, tools, {
        async onSecond(shown) {
          const { data } = await shown.resized({ width: 8, height: 8, fit: 'cover' });
          seconds.push([Buffer.from(data), Buffer.from(await shown.jpeg())]);
        },
      });
      return seconds;
    };
    const there = await all(decoder);
    expect(there).toHaveLength(8);
    expect(there).toEqual(await all(engine));
  });

  it('refuses what the engine refuses, in the same words, and goes on', async () => {
    const whole = readFileSync(join(fixtures, 'formats/pears.jpg'));
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no picture at all'), Buffer.alloc(0)]) {
      const here = await outcome(engine.examine(bytes));
      expect(here).toHaveProperty('refused');
      expect(await outcome(decoder.examine(bytes))).toEqual(here);
    }
    await decoder.examine(whole);
  });

  it.each(videos.map(nameOf))('VID-01 sees in %s what the engine sees', async (_name, path) => {
    const plainTools = await realVideoTools();
    const tools = { ...plainTools, confine: createConfine(await chooseLevel(dataDir), dataDir) };
    const failure = (error: unknown) => {
      if (error instanceof MediaError) return { refused: error.reason, message: error.message };
      throw error;
    };
    const probe = await probeVideo(plainTools, path).catch(failure);
    expect(await probeConfined(tools, path).catch(failure)).toEqual(probe);
    if ('refused' in probe) return;
    const seconds: number[] = [];
    const there = await outcome(decoder.examineVideo(path, probe, tools, { onSecond: (done) => seconds.push(done) }));
    expect(plain(there)).toEqual(plain(await outcome(engine.examineVideo(path, probe, plainTools))));
    if (!Object.hasOwn(Object(there), 'refused')) expect(seconds).toHaveLength(probe.seconds);
    const bytes = readFileSync(path);
    const film = async (strip: Stripper['stripVideo']) =>
      Buffer.concat(
        await Readable.from(strip(probe.kind, Readable.from([bytes.subarray(0, 999), bytes.subarray(999)]))).toArray(),
      );
    expect(await film(decoder.stripVideo).catch(String)).toEqual(await film(stripVideo).catch(String));
  });

  it('OPS-04 goes on from the seconds that an earlier look at the same video brought', async () => {
    const path = join(fixtures, 'videos/h264.mp4');
    const tools = await realVideoTools();
    const probe = await probeVideo(tools, path);
    const seen = new Map<number, SeenSecond>();
    const whole = await outcome(
      decoder.examineVideo(path, probe, tools, {
        onSecond: (done, _of, said) => void (said && seen.set(done - 1, said)),
      }),
    );
    expect(seen.size).toBeGreaterThan(1);
    const asked: number[] = [];
    const again = await outcome(
      decoder.examineVideo(path, probe, tools, {
        known: (second) => seen.get(second),
        onSecond: (done, _of, said) => void (said && asked.push(done - 1)),
      }),
    );
    expect(plain(again)).toEqual(plain(whole));
    expect(asked).toEqual([]);
  });
});
