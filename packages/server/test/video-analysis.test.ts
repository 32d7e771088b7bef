import { Readable } from 'node:stream';
import { type MediaUpload, sniffKind, VideoFrames } from '@clearframe/contract';
import { type Engine, probeVideo, stripVideo } from '@clearframe/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media, usagePeriod } from '../src/db/schema.ts';
import { saveKeywordSettings } from '../src/keywords/keyword-settings.ts';
import { objectKeys } from '../src/moderation/item/item-files.ts';
import { type Built, build } from './helpers/build.ts';
import { realVideoTools, videoFile } from './helpers/real-videos.ts';
import { createUploader, file, loadEngine, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

/** What a WebM says of its length is 8 bytes behind this mark, in milliseconds. */
const webmDuration = Buffer.from([0x44, 0x89, 0x88]);

function tenHours(name: string): Buffer {
  const bytes = videoFile(name);
  const at = bytes.indexOf(webmDuration);
  if (at < 0) throw new Error(`${name} does not say how long it is`);
  bytes.writeDoubleBE(10 * 3_600_000, at + webmDuration.length);
  return bytes;
}

/** What is given back of a fixture: the film without what is told about it. */
async function served(name: string): Promise<Buffer> {
  const bytes = videoFile(name);
  return Buffer.concat(await Readable.from(stripVideo(sniffKind(bytes) ?? 'jpeg', Readable.from([bytes]))).toArray());
}

const playlist = (target: string) => Buffer.from(`#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${target}\n#EXT-X-ENDLIST\n`);
/** The boxes of an MP4 around a text: its first bytes are those of a video. */
const asMp4 = (inside: Buffer) => Buffer.concat([videoFile('h264.mp4').subarray(0, 32), inside]);
const withTail = (name: string, tail: string) => Buffer.concat([videoFile(name), Buffer.from(tail, 'latin1')]);

const damaged = 'The video is damaged or incomplete and could not be decoded';
const endsEarly = 'The video is incomplete: it ends before its header says';
const unsupported = 'Unsupported media type. Accepted: images JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF; videos MP4, MOV, AVI, WebM';

const refusals: [string, () => Buffer, number, string | RegExp][] = [
  ['nothing', () => Buffer.alloc(0), 400, 'The file is empty'],
  ['an MP4 cut in half', () => videoFile('h264.mp4').subarray(0, 6_700), 400, damaged],
  ['a WebM cut in half', () => videoFile('vp9.webm').subarray(0, 20_000), 400, endsEarly],
  ['a header alone', () => videoFile('h264.mp4').subarray(0, 32), 400, damaged],
  ['sound alone', () => videoFile('sound-only.mp4'), 400, 'The file holds no video, only sound or nothing at all'],
  ['one that claims ten hours', () => tenHours('vp9.webm'), 400, 'The video is too long: more than 2 hours'],
  [
    'one of 16,384 × 16,384 pixels',
    () => videoFile('huge.mp4'),
    400,
    'The video is too large: more than 36 million pixels in a picture',
  ],
  [
    'one that is a page too',
    () => withTail('h264.mp4', '<!doctype html><script>alert(1)</script>'),
    400,
    'The file is a video and something else at the same time, so it was refused',
  ],
  [
    'one that is an archive too',
    () => withTail('h264.mp4', `PK\x05\x06${'\0'.repeat(18)}`),
    400,
    'The file is a video and something else at the same time, so it was refused',
  ],
  ['a playlist named .mp4', () => playlist('http://127.0.0.1/secret.ts'), 415, unsupported],
  ['a playlist of files', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"), 415, unsupported],
  ['a playlist in the boxes of an MP4', () => asMp4(playlist('file:///etc/passwd')), 400, damaged],
  ['an odd codec', () => videoFile('mjpeg.mov'), 400, /codec that is not supported here/],
  ['two pictures at once', () => videoFile('two-tracks.mp4'), 400, /more than one video track/],
];

describe('a video, with the real engine and program', () => {
  let engine: Engine;
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    engine = await loadEngine();
    const parts = { videoTools: realVideoTools, probeVideo: async (path: string) => probeVideo(await realVideoTools(), path) };
    built = await build({ config: { throughputScale: 1_000 }, parts });
    person = await createUploader(built, 1_000);
    await runQueuedModeration(built, engine);
  });
  afterAll(async () => {
    await built.close();
    await engine.close();
  });

  const get = (path: string) => built.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${person.token}` } });
  const itemOf = async (id: string) =>
    (await get(`/media/${id}`)).json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
  const settled = async (id: string) => {
    await expect.poll(async () => (await itemOf(id)).processing, { interval: 100 }).toBe(false);
    return await itemOf(id);
  };
  const used = async () => {
    const [row] = await built.context.db.select().from(usagePeriod);
    return { used: row?.used ?? -1, reserved: row?.reserved };
  };

  it.each([
    ['h264.mp4', 'video/mp4'],
    ['hevc.mp4', 'video/mp4'],
    ['h264.mov', 'video/quicktime'],
    ['mpeg4.avi', 'video/x-msvideo'],
    ['vp9.webm', 'video/webm'],
  ])('API-02 API-03 API-04 %s is answered with 202, judged second by second, and charged 8 frames', async (name, mimeType) => {
    const before = await used();
    const answer = await person.apiUpload({ media: file(videoFile(name), 'from a phone.bin') });
    expect(answer.statusCode, answer.body).toBe(202);
    const { media_upload: taken } = resultOf(answer);
    expect(taken).toMatchObject({ mimeType, width: 240, height: 180, duration_ms: 8_000 });
    const item = await settled(taken.id);
    expect(item).toMatchObject({
      moderationFlagged: true,
      video: { seconds: 8, flagged_seconds: [3, 4] },
      moderation: { passed: false, ai_analysis: { flagged: true, flagged_seconds: [3, 4] } },
      analysis_metadata: { frames_analysed: 8 },
    });
    expect(item.moderation?.reason).toMatch(/^The video was flagged: .+, in 2 of 8 seconds, first at 0:03\.$/);
    expect(await used()).toEqual({ used: before.used + 8, reserved: 0 });
    const frames = VideoFrames.parse((await get(`/media/${item.id}/frames`)).json<{ data: unknown }>().data);
    expect(frames.seconds.map(({ flagged }) => flagged)).toEqual([0, 0, 0, 1, 1, 0, 0, 0].map(Boolean));
    expect(frames.thumbnails.length).toBeGreaterThan(0);
    for (const url of [frames.thumbnails[0]?.url, item.signedThumbnailUrl, item.signedSmallUrl]) {
      const copy = await built.app.inject({ url: (url ?? '').replace(built.context.config.publicUrl, '') });
      expect(copy.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    }
    const original = await built.app.inject({ url: (item.signedUrl ?? '').replace(built.context.config.publicUrl, '') });
    expect(original.headers['content-type']).toBe(mimeType);
    expect(original.rawPayload.equals(await served(name))).toBe(true);
    expect(original.rawPayload.includes('encoder') && /mp4|mov/.test(name)).toBe(false);
  });

  it('KEY-04 API-04 a harmless video passes, unless a keyword stands beside it', async () => {
    const harmless = () => person.apiUpload({ media: file(videoFile('harmless.mp4')), caption: 'Visit our casinos' });
    const passed = await settled(resultOf(await harmless()).media_upload.id);
    expect(passed).toMatchObject({
      moderationFlagged: false,
      duration_ms: 4_400,
      video: { seconds: 5, flagged_seconds: [] },
      moderation: { passed: true, ai_analysis: { flagged_seconds: [] } },
    });
    const input = { forbidden_keywords: ['casino'], required_keywords: [] };
    await saveKeywordSettings(built.context.db, { accountId: person.accountId, input, now: built.clock.now() });
    const failed = await settled(resultOf(await harmless()).media_upload.id);
    expect(failed).toMatchObject({ moderationFlagged: true, moderation: { keyword_check: { foundForbidden: ['casino'] } } });
  });

  it.each(refusals)(
    'API-05 SEC-07 %s is refused with its sentence, and nothing is kept or charged',
    async (_name, bytes, status, message) => {
      const before = await used();
      const rows = await built.context.db.$count(media);
      const answer = await person.apiUpload({ media: file(bytes(), 'clip.mp4') });
      expect({ status: answer.statusCode, message: answer.json<{ message: string }>().message }).toEqual({
        status,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
      expect(await used()).toEqual(before);
      expect(await built.context.db.$count(media)).toBe(rows);
      const named = new Set((await built.context.db.select().from(media)).flatMap(objectKeys));
      const unnamed: string[] = [];
      for await (const { key } of built.context.storage.list()) if (!named.has(key)) unnamed.push(key);
      expect(unnamed).toEqual([]);
    },
  );
});
