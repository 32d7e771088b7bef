import { Analysis, findKeywords, keywordPresets, VideoSecond } from '@clearframe/contract';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { rejection } from '../../test/fixture.ts';
import { video, videoTools } from '../../test/video-tools.ts';
import {
  convertClassifier,
  createEngine,
  type ExaminedVideo,
  type ExamineVideoOptions,
  probeVideo,
  type SeenSecond,
} from '../index.ts';

const engine = await createEngine({ classifier: await convertClassifier() });
afterAll(() => engine.close());

async function examine(name: string, options?: ExamineVideoOptions) {
  return await engine.examineVideo(video(name), await probeVideo(videoTools, video(name)), videoTools, options);
}

const examined = new Map<string, Promise<ExaminedVideo>>();
/** What came of a fixture: examined once, whichever tests look at it. */
const whole = (name: string): Promise<ExaminedVideo> => {
  const one = examined.get(name) ?? examine(name);
  examined.set(name, one);
  return one;
};

const inEveryCodec = [
  ...['h264.mp4', 'fragments.mp4', 'h264.mov', 'h264.avi', 'hevc.mp4', 'vp8.webm', 'vp9.webm'],
  ...['av1.mp4', 'av1.webm', 'mpeg4.avi', 'mpeg4.mp4', 'recorded.webm'],
];

describe('a video that is explicit from second 3 to second 5', () => {
  it.each(inEveryCodec)('API-02 API-04 %s names the flagged seconds', async (name) => {
    const { analysis, seconds, flaggedThumbnails } = await whole(name);
    expect(seconds.map(({ second }) => second)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(analysis.video?.flagged_seconds).toEqual([3, 4]);
    expect(analysis.frames_analysed).toBe(8);
    expect(analysis.scores.sexual_explicit).toBeGreaterThan(0.9);
    expect(flaggedThumbnails[0]?.second).toBe(3);
    expect(seconds.filter(({ flagged, needs_review }) => flagged || needs_review)).toHaveLength(2);
  });

  it('shows its worst second, and describes it', async () => {
    const { analysis, display, thumbnail } = await whole('h264.mp4');
    expect((await engine.analyse(display.bytes)).scores.sexual_explicit).toBeGreaterThan(0.9);
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', width: 240, height: 180 });
    expect(analysis.description).toMatch(/^A small video in landscape format\..* It shows sexually explicit content\.$/);
  });

  it('keeps the contract', async () => {
    const { analysis, seconds } = await whole('hevc.mp4');
    expect(Analysis.parse(analysis)).toEqual(analysis);
    expect(VideoSecond.array().parse(seconds)).toEqual(seconds);
    expect(analysis.video).toMatchObject({ duration_ms: 8_000, seconds: 8, codec: 'hevc', frame_rate: 10, rotation: 0 });
  });

  it('classifies what stands still once, with the scores of the second it looks like', async () => {
    const { seconds } = await whole('hevc.mp4');
    expect(seconds.map(({ same_as }) => same_as)).toEqual([null, 0, 0, null, 3, null, 5, 5]);
    expect(seconds[4]?.scores).toEqual(seconds[3]?.scores);
  });

  it('tells each second', async () => {
    const told: number[][] = [];
    await examine('h264.mp4', { onSecond: (done, of) => told.push([done, of]) });
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((done) => [done, 8]));
  });
});

describe('a harmless video', () => {
  it('KEY-04 is not flagged, and its description holds no forbidden keyword', async () => {
    const { analysis, flaggedThumbnails } = await whole('harmless.mp4');
    expect(analysis.video).toMatchObject({ seconds: 5, flagged_seconds: [] });
    expect(flaggedThumbnails).toEqual([]);
    expect(findKeywords(analysis.description, keywordPresets.forbidden)).toEqual([]);
  });

  it.each([90, 270])('is upright when it was stored turned by %i°', async (rotation) => {
    const [upright, turned] = [await whole('harmless.mp4'), await examine(`turned-${rotation}.mp4`)];
    expect(turned.display).toMatchObject({ width: 240, height: 180 });
    const [one, other] = await Promise.all(
      [upright, turned].map(({ display }) => sharp(display.bytes).resize(24, 18).removeAlpha().raw().toBuffer()),
    );
    const differences = [...(one ?? [])].map((value, at) => Math.abs(value - (other?.[at] ?? 0)));
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(6);
  });

  it('is read through a change of its size', async () => {
    const { seconds, display } = await examine('sizes.webm');
    expect(seconds).toHaveLength(4);
    expect(seconds.at(-1)?.same_as).not.toBe(0);
    expect(display).toMatchObject({ width: 240, height: 180 });
  });
});

it('stops at once when nobody wants the result any more', async () => {
  const controller = new AbortController();
  const reason = new Error('deleted meanwhile');
  const told: number[] = [];
  const onSecond = (done: number) => {
    told.push(done);
    controller.abort(reason);
  };
  expect(await rejection(examine('h264.mp4', { onSecond, signal: controller.signal }))).toBe(reason);
  expect(told.length).toBeLessThan(8);
});

it.each(['h264.mp4', 'vp9.webm'])(
  'OPS-04 comes to the same result of %s when it goes on from a look that was cut off',
  async (name) => {
    const once = await whole(name);
    const seen = new Map<number, SeenSecond>();
    const controller = new AbortController();
    const onSecond: ExamineVideoOptions['onSecond'] = (done, _of, said) => {
      if (said) seen.set(done - 1, said);
      if (done === 5) controller.abort(new Error('the process stops'));
    };
    await rejection(examine(name, { onSecond, signal: controller.signal }));
    const kept: [number, SeenSecond][] = JSON.parse(JSON.stringify([...seen]));
    const known = new Map(kept);
    const asked: number[] = [];
    const resumed = await examine(name, {
      known: (second) => known.get(second),
      onSecond: (done, _of, said) => void (said && asked.push(done - 1)),
    });
    const plain = ({ shown: _, analysis, ...rest }: ExaminedVideo) => ({
      ...rest,
      analysis: { ...analysis, processing_time_ms: 0 },
    });
    expect(plain(resumed)).toEqual(plain(once));
    expect(known.size).toBeGreaterThan(0);
    expect(asked.filter((second) => known.has(second))).toEqual([]);
  },
);
