import { open } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture, rejection } from '../../test/fixture.ts';
import { scratchFolder, video, videoTools } from '../../test/video-tools.ts';
import { convertClassifier, createEngine, probeVideo } from '../index.ts';
import { readVideoFrames } from './video-frames.ts';
import type { VideoProbe } from './video-types.ts';

const engine = await createEngine({ classifier: await convertClassifier() });
const scratch = scratchFolder();
afterAll(async () => {
  scratch.remove();
  await engine.close();
});

/** As of a video so large that leaving pictures out is worth a try; the fixtures are small. */
const asLarge = (probe: VideoProbe): VideoProbe => ({ ...probe, frameRate: 1_000 });

/** The same tools, and in order what each decoding left out. */
function watched() {
  const ways: string[] = [];
  const tools = {
    ...videoTools,
    confine: (program: string, args: readonly string[]) => {
      ways.push(/\b(nokey|noref)\b/.exec(args.join(' '))?.[0] ?? 'nothing');
      return { program, args: [...args], openFile: (path: string) => open(path) };
    },
  };
  return { tools, ways };
}

async function flaggedIn(path: string, change = asLarge) {
  const { tools, ways } = watched();
  const probe = change(await probeVideo(videoTools, path));
  const seen: number[] = [];
  const { analysis } = await engine.examineFrames(probe, (onFrame) =>
    readVideoFrames(tools, path, probe, {
      onFrame: async (pixels, second) => {
        seen.push(second);
        await onFrame(pixels, second);
      },
    }),
  );
  return { flagged: analysis.video?.flagged_seconds, ways, seen };
}

describe('a large video that is explicit from second 3 to second 5', () => {
  it.each([
    ['keys.mp4', ['nokey']],
    ['h264.mp4', ['nokey', 'noref']],
    ['h264.mov', ['nokey', 'noref']],
    ['fragments.mp4', ['nokey', 'noref']],
    ['hevc.mp4', ['nokey', 'noref']],
    ['vp8.webm', ['nokey', 'noref']],
    ['recorded.webm', ['nokey', 'noref']],
    ['mpeg4.mp4', ['nokey']],
  ])('API-04 %s names the flagged seconds from fewer pictures', async (name, expected) => {
    const { flagged, ways, seen } = await flaggedIn(video(name));
    expect(flagged).toEqual([3, 4]);
    expect(ways).toEqual(expected);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('API-04 is decoded whole where a second has no picture that others refer to', async () => {
    const { flagged, ways, seen } = await flaggedIn(video('far-apart.mp4'));
    expect(flagged).toEqual([3, 4]);
    expect(ways).toEqual(['nokey', 'noref', 'nothing']);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it.each(['h264.avi', 'mpeg4.avi', 'vp9.webm', 'av1.mp4'])('API-04 %s is decoded whole at once', async (name) => {
    expect(await flaggedIn(video(name))).toMatchObject({ flagged: [3, 4], ways: ['nothing'] });
  });
});

it('decodes a small video whole at once', async () => {
  expect(await flaggedIn(video('keys.mp4'), (probe) => probe)).toMatchObject({ flagged: [3, 4], ways: ['nothing'] });
});

it('SEC-07 refuses a large video that is damaged among the pictures it decodes', async () => {
  const bytes = Buffer.from(fixture('videos/far-apart.mp4'));
  bytes.fill(0x5a, 4_000, 4_400);
  expect(await rejection(flaggedIn(scratch.write('damaged.mp4', bytes)))).toMatchObject({ reason: 'video_undecodable' });
});

it('does not decode again when the analysis of a picture fails', async () => {
  const { tools, ways } = watched();
  const probe = asLarge(await probeVideo(videoTools, video('keys.mp4')));
  const reason = new Error('the analysis failed');
  const failed = readVideoFrames(tools, video('keys.mp4'), probe, { onFrame: () => Promise.reject(reason) });
  expect(await rejection(failed)).toBe(reason);
  expect(ways).toEqual(['nokey']);
});
