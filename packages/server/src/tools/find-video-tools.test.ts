import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { AppError } from '@clearframe/contract';
import type { VideoTools } from '@clearframe/engine/light';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFindVideoTools } from './find-video-tools.ts';

let folder: string;
let told: object[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that says it is ffmpeg of that version. */
function program(room: string, says: string): string {
  const path = join(folder, room, 'ffmpeg');
  mkdirSync(join(folder, room), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho '${says}'\n`);
  chmodSync(path, 0o755);
  return path;
}

const log = { info: (facts: object) => told.push(facts), warn: (facts: object) => told.push(facts) };
const finder = (
  config: { ffmpegPath?: string; searchPath?: string; fetchVideoTools?: boolean },
  fetchTools?: () => Promise<VideoTools>,
) => {
  const full = { ffmpegPath: null, searchPath: '', fetchVideoTools: false, dataDir: folder, ...config };
  return createFindVideoTools({ config: full, log, ...(fetchTools ? { fetchTools } : {}) });
};

describe('the ffmpeg that videos are read with', () => {
  it('OPS-01 is the one that FFMPEG_PATH names, and the log names it once', async () => {
    const [named, other] = [program('named', 'ffmpeg version 6.1.1-3ubuntu5'), program('other', 'ffmpeg version 7.1')];
    const find = finder({ ffmpegPath: named, searchPath: join(other, '..') });
    expect(await find()).toEqual({ ffmpeg: named, version: '6.1.1-3ubuntu5' });
    await find();
    expect(told).toEqual([{ ffmpeg: named, tool_version: '6.1.1-3ubuntu5' }]);
  });

  it('OPS-01 is else the first on PATH that can be used', async () => {
    const rooms = ['old', 'else', 'good'];
    program('old', 'ffmpeg version 4.3.9-0+deb11u1 Copyright');
    program('else', 'something else');
    const good = program('good', 'ffmpeg version n8.0-2-gabc');
    const searchPath = ['relative', join(folder, 'empty'), ...rooms.map((room) => join(folder, room))].join(delimiter);
    expect(await finder({ searchPath })()).toEqual({ ffmpeg: good, version: 'n8.0-2-gabc' });
  });

  it('takes a build between releases', async () => {
    expect(await finder({ ffmpegPath: program('git', 'ffmpeg version N-118000-g1234567') })()).toMatchObject({
      version: 'N-118000-g1234567',
    });
  });
});

describe('without one', () => {
  it.each([
    ['nothing is on PATH', {}, 'no ffmpeg on PATH'],
    ['FFMPEG_PATH names nothing', { ffmpegPath: '/nowhere/ffmpeg' }, '/nowhere/ffmpeg could not be run'],
  ])('API-05 a video is refused with 503 and what to install: %s', async (_, config, detail) => {
    const error = await finder(config)().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'video_unavailable',
      status: 503,
      message: expect.stringContaining('install ffmpeg'),
      detail: expect.stringContaining(detail),
    });
  });

  it('installing one needs no restart', async () => {
    const find = finder({ searchPath: join(folder, 'later') });
    await expect(find()).rejects.toMatchObject({ code: 'video_unavailable' });
    const path = program('later', 'ffmpeg version 7.1.1');
    expect(await find()).toMatchObject({ ffmpeg: path });
  });
});

describe('what is fetched where there is no ffmpeg', () => {
  const library = { library: '/data/tools/node-av.node', version: '8.1' };

  it('OPS-01 reads videos, is named in the log and fetched once', async () => {
    let fetched = 0;
    const find = finder({ fetchVideoTools: true }, async () => {
      fetched += 1;
      return library;
    });
    expect(await Promise.all([find(), find(), find()])).toEqual([library, library, library]);
    expect(fetched).toBe(1);
    expect(told).toEqual([{ library: library.library, tool_version: library.version }]);
  });

  it('OPS-01 is left alone when there is an ffmpeg, when FFMPEG_PATH names one and when VIDEO_TOOLS is off', async () => {
    const fetchTools = () => Promise.reject(new Error('not to be fetched'));
    const good = program('good', 'ffmpeg version 7.1');
    expect(await finder({ fetchVideoTools: true, searchPath: join(good, '..') }, fetchTools)()).toMatchObject({ ffmpeg: good });
    for (const config of [{ fetchVideoTools: true, ffmpegPath: '/nowhere/ffmpeg' }, { fetchVideoTools: false }]) {
      const error: unknown = await finder(config, fetchTools)().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'video_unavailable', detail: expect.not.stringContaining('not to be fetched') });
    }
  });

  it('API-05 refuses with what to install when it cannot be had', async () => {
    const find = finder({ fetchVideoTools: true }, () => Promise.reject(new Error('the registry answers with 404')));
    await expect(find()).rejects.toMatchObject({
      code: 'video_unavailable',
      message: expect.stringContaining('install ffmpeg'),
      detail: 'no ffmpeg on PATH; none could be fetched: the registry answers with 404',
    });
  });
});
