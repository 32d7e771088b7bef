import { afterAll, describe, expect, it } from 'vitest';
import { fixture, rejection } from '../../test/fixture.ts';
import { mutatedVideo, playlists, videoMutationNames, withDeclaredSeconds, withSlowPictures } from '../../test/mutate-video.ts';
import { scratchFolder, video, videoTools } from '../../test/video-tools.ts';
import { convertClassifier, createEngine, MediaError, probeVideo } from '../index.ts';

const engine = await createEngine({ classifier: await convertClassifier() });
const scratch = scratchFolder();
afterAll(async () => {
  scratch.remove();
  await engine.close();
});

/** As the server does: what it is, then its analysis. */
async function analyse(path: string) {
  return await engine.examineVideo(path, await probeVideo(videoTools, path), videoTools);
}

async function reasonOf(name: string, bytes: Uint8Array | string): Promise<string> {
  const error = await rejection(analyse(scratch.write(name, bytes)));
  if (!(error instanceof MediaError)) throw error;
  expect(error.message).toMatch(/^The (file|video) .{8,}/);
  return error.reason;
}

describe('files that are no whole video', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'video_empty'],
    ['a text', 'This is only named holiday.mp4', 'video_unsupported'],
    ['a picture', fixture('formats/pears.jpg'), 'video_unsupported'],
    ['garbage', new Uint8Array(5_000).fill(0xa5), 'video_unsupported'],
  ])('SEC-07 refuses %s', async (_, bytes, reason) => expect(await reasonOf('a.mp4', bytes)).toBe(reason));

  it.each(playlists)('SEC-07 refuses the playlist %j', async (list) => {
    expect(await reasonOf('list.mp4', list)).toBe('video_unsupported');
  });

  it.each(playlists)('SEC-07 opens no other file for a playlist with the first bytes of a video: %j', async (list) => {
    for (const source of ['h264.mp4', 'vp8.webm', 'h264.avi']) {
      const head = fixture(`videos/${source}`).subarray(0, 64);
      expect(await reasonOf(`list-${source}`, Buffer.concat([head, Buffer.from(list)]))).toMatch(
        /^(video_undecodable|video_ends_early|no_video)$/,
      );
    }
  });

  it.each(['h264.mp4', 'fragments.mp4', 'harmless.mp4', 'h264.avi', 'mpeg4.avi', 'vp9.webm', 'recorded.webm', 'av1.webm'])(
    'SEC-07 refuses %s wherever it is cut off',
    async (name) => {
      const bytes = fixture(`videos/${name}`);
      for (const share of [0.1, 0.35, 0.6, 0.85]) {
        const reason = await reasonOf(`cut-${name}`, bytes.subarray(0, Math.floor(bytes.length * share)));
        expect(reason, `${share}`).toMatch(/^(video_undecodable|video_ends_early|no_video)$/);
      }
    },
  );

  it.each([
    ['sound-only.mp4', 'no_video'],
    ['two-tracks.mp4', 'video_tracks'],
    ['mjpeg.mov', 'video_codec'],
    ['huge.mp4', 'video_too_many_pixels'],
  ])('SEC-07 refuses %s', async (name, reason) => {
    expect(await rejection(probeVideo(videoTools, video(name)))).toMatchObject({ reason });
  });

  it('SEC-07 refuses a header of ten hours, and pictures that last for hours', async () => {
    const mp4 = fixture('videos/h264.mp4');
    expect(await reasonOf('long.mp4', withDeclaredSeconds(mp4, 36_000))).toBe('video_too_long');
    expect(await reasonOf('slow.mp4', withSlowPictures(mp4, 50_000_000))).toMatch(/^video_(too_long|ends_early|undecodable)$/);
    expect(await reasonOf('longer.mp4', withDeclaredSeconds(mp4, 600))).toBe('video_ends_early');
  });

  it('SEC-07 refuses a video that is a page for other readers, wherever the page stands', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    const mp4 = fixture('videos/h264.mp4');
    const large = Buffer.concat([mp4, Buffer.alloc(1_048_576 - mp4.length - 5), page, Buffer.alloc(1_000)]);
    for (const bytes of [Buffer.concat([mp4, page]), large])
      expect(await reasonOf('page.mp4', bytes)).toBe('video_second_format');
  });
});

describe('mutated videos', () => {
  it.each(videoMutationNames.map((name, n) => [name, n] as const))(
    'SEC-07 end in an analysis of every second or in a MediaError: %s',
    async (_name, n) => {
      for (let round = 0; round < 3; round += 1) {
        const { name, bytes, expected } = mutatedVideo(11, round * videoMutationNames.length + n);
        const outcome = await analyse(scratch.write('mutated', bytes)).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome, `${name} ${outcome.stack} ${String(outcome.cause)}`).toBeInstanceOf(MediaError);
        } else {
          expect(expected, name).toBe('any');
          expect(outcome).toHaveProperty('seconds');
        }
      }
    },
  );
});
