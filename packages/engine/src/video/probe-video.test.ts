import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { rejection } from '../../test/fixture.ts';
import { video, videoTools } from '../../test/video-tools.ts';
import { probeVideo } from './probe-video.ts';

const probe = (name: string) => probeVideo(videoTools, video(name));

describe('what a video is', () => {
  it.each([
    ['h264.mp4', 'mp4', 'h264'],
    ['fragments.mp4', 'mp4', 'h264'],
    ['h264.mov', 'mov', 'h264'],
    ['h264.avi', 'avi', 'h264'],
    ['hevc.mp4', 'mp4', 'hevc'],
    ['vp8.webm', 'webm', 'vp8'],
    ['vp9.webm', 'webm', 'vp9'],
    ['av1.mp4', 'mp4', 'av1'],
    ['av1.webm', 'webm', 'av1'],
    ['mpeg4.avi', 'avi', 'mpeg4'],
    ['mpeg4.mp4', 'mp4', 'mpeg4'],
    ['recorded.webm', 'webm', 'vp8'],
  ])('API-02 %s is read', async (name, kind, codec) => {
    expect(await probe(name)).toEqual({
      kind,
      codec,
      durationMs: 8_000,
      seconds: 8,
      width: 240,
      height: 180,
      rotation: 0,
      frameRate: 10,
    });
  });

  it('API-04 counts begun seconds of pictures, and none of sound that goes on', async () => {
    expect(await probe('harmless.mp4')).toMatchObject({ durationMs: 4_400, seconds: 5 });
  });

  it.each([90, 270])('says the size of a video turned by %i° as it is seen', async (rotation) => {
    expect(await probe(`turned-${rotation}.mp4`)).toMatchObject({ rotation, width: 240, height: 180 });
  });
});

it('a program that is not there is no fault of the file', async () => {
  const error = await rejection(probeVideo({ ffmpeg: '/nowhere/ffmpeg', version: '' }, video('h264.mp4')));
  expect(error).toMatchObject({ name: 'Error', message: '/nowhere/ffmpeg could not be started' });
});

it('a program that the system does not start is an error of the run, whatever is waited for meanwhile', async () => {
  const confine = () => ({ program: '/nowhere/shut-in', args: [], openFile: (path: string) => open(path, 'r') });
  const error = await rejection(probeVideo({ ...videoTools, confine }, video('h264.mp4')));
  expect(error).toMatchObject({ name: 'Error', message: expect.stringMatching(/ could not be started$/) });
});

it('begins nothing when the signal fires while the file is copied', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-probe-'));
  const trace = join(folder, 'begun');
  const reason = new Error('not wanted any more');
  const controller = new AbortController();
  const confine = () => ({
    program: '/bin/sh',
    args: ['-c', `: > ${trace}`],
    async openFile(path: string) {
      controller.abort(reason);
      return await open(path, 'r');
    },
  });
  expect(await rejection(probeVideo({ ...videoTools, confine }, video('h264.mp4'), { signal: controller.signal }))).toBe(reason);
  expect(existsSync(trace)).toBe(false);
  rmSync(folder, { recursive: true });
});

it('ends with the reason of the signal, before and while it runs', async () => {
  const reason = new Error('not wanted any more');
  expect(await rejection(probeVideo(videoTools, video('h264.mp4'), { signal: AbortSignal.abort(reason) }))).toBe(reason);
  const controller = new AbortController();
  const running = rejection(probeVideo(videoTools, video('h264.mp4'), { signal: controller.signal }));
  controller.abort(reason);
  expect(await running).toBe(reason);
});

it('API-04 keeps what the program wrote that ended before its file was closed here', async () => {
  const confine = (program: string, args: readonly string[]) => ({
    program,
    args: [...args],
    openFile: async (path: string) => {
      const file = await open(path);
      const close = file.close.bind(file);
      // As on a busy machine: the program has ended by then.
      return Object.assign(file, { close: () => setTimeout(1_500).then(close) });
    },
  });
  expect(await probeVideo({ ...videoTools, confine }, video('keys.mp4'))).toMatchObject({ codec: 'h264' });
});
