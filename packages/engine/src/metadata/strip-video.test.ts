import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaKind } from '@clearframe/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { ffmpeg, scratchFolder, video } from '../../test/video-tools.ts';
import { stripVideo } from './strip-video.ts';

const secret = 'Kept-in-the-camera';
const place = '+51.5074-000.1278/';
const folder = scratchFolder();
afterAll(folder.remove);

const run = (args: string[]) => execFileSync(ffmpeg, ['-v', 'error', ...args], { encoding: 'utf8' });

/** The film with a place and a name in it, as a phone writes them. */
function told(name: string, options: string[] = []): Buffer {
  const path = join(folder.write('begun', ''), '..', `told-${name}`);
  const words = ['-metadata', `location=${place}`, '-metadata', `title=${secret}`, '-metadata', `comment=${secret}`];
  run(['-y', '-i', video(name), '-map', '0', '-c', 'copy', ...words, ...options, path]);
  return readFileSync(path);
}

/** @param pieceBytes how the stream is cut */
async function stripped(bytes: Uint8Array, kind: MediaKind, pieceBytes = 1_000): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const parts: Buffer[] = [];
  for await (const part of stripVideo(kind, pieces())) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

/** A sum of every frame, sound included. */
const frames = (bytes: Uint8Array, ending: string) => run(['-i', folder.write(`x.${ending}`, bytes), '-f', 'framemd5', '-']);

describe('stripVideo', () => {
  it.each([
    ['h264.mp4', ['-movflags', 'use_metadata_tags']],
    ['h264.mp4', ['-movflags', 'use_metadata_tags+faststart']],
    ['h264.mov', []],
    ['turned-90.mp4', ['-movflags', 'use_metadata_tags']],
  ])('takes place and names out of %s written with %j, and keeps every frame', async (name, options) => {
    const sent = told(name, options);
    const ending = name.split('.').at(-1) ?? '';
    expect(sent.includes(place)).toBe(true);
    expect(sent.includes(secret)).toBe(true);
    const kind = ending === 'mov' ? 'mov' : 'mp4';
    const clean = await stripped(sent, kind);
    expect(clean).toHaveLength(sent.length);
    expect(clean.includes(place)).toBe(false);
    expect(clean.includes(secret)).toBe(false);
    expect(frames(clean, ending)).toBe(frames(sent, ending));
    expect((await stripped(clean, kind, 70_000)).equals(clean)).toBe(true);
  });

  it.each(['fragments.mp4', 'hevc.mp4', 'av1.mp4', 'two-tracks.mp4', 'mjpeg.mov'])('leaves the frames of %s', async (name) => {
    const sent = readFileSync(video(name));
    expect(frames(await stripped(sent, 'mp4'), name.split('.')[1] ?? '')).toBe(frames(sent, name.split('.')[1] ?? ''));
  });

  it('empties a track of places beside the film, and boxes of other makers', async () => {
    const box = (type: string, ...content: Buffer[]) => {
      const data = Buffer.concat(content);
      const head = Buffer.alloc(8);
      head.writeUInt32BE(data.length + 8);
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, data]);
    };
    const handler = (kind: string) => box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12));
    const track = (kind: string, words: string) => box('trak', box('mdia', handler(kind), box('minf', Buffer.from(words))));
    const sent = Buffer.concat([
      box('ftyp', Buffer.from('isom')),
      box('moov', track('vide', 'the film'), track('meta', secret), box('uuid', Buffer.from(secret))),
      box('free', Buffer.alloc(3)),
      box('mkrX', Buffer.from(secret)),
      box('mdat', Buffer.from('pixels')),
    ]);
    const clean = await stripped(sent, 'mp4', 7);
    expect(clean).toHaveLength(sent.length);
    expect(clean.includes(secret)).toBe(false);
    for (const kept of ['the film', 'pixels']) expect(clean.includes(kept)).toBe(true);
  });

  it('refuses a file that ends within a box', async () => {
    const sent = readFileSync(video('h264.mp4'));
    await expect(stripped(sent.subarray(0, sent.length - 10), 'mp4')).rejects.toThrow(RangeError);
    await expect(stripped(sent.subarray(0, 5), 'mp4')).rejects.toThrow(RangeError);
  });
});

/** What is told about a file, its streams and its chapters, one `name=value` a line; the name of the program may stay as an empty one. */
const tagsOf = (bytes: Uint8Array, ending: string) =>
  run(['-i', folder.write(`tags.${ending}`, bytes), '-map', '0:v', '-c', 'copy', '-fflags', '+bitexact', '-f', 'ffmetadata', '-'])
    .split('\n')
    .filter((line) => line.includes('=') && line !== 'encoder=');

describe('stripVideo of AVI and WebM', () => {
  it.each([
    ['h264.avi', 'avi'],
    ['mpeg4.avi', 'avi'],
    ['vp8.webm', 'webm'],
    ['vp9.webm', 'webm'],
    ['av1.webm', 'webm'],
  ] as const)('takes titles, dates and names out of %s, and keeps every frame', async (name, kind) => {
    const ofTrack = [
      '-metadata:s:v',
      `title=${secret}`,
      '-metadata',
      `date=${secret}`,
      '-metadata',
      'creation_time=2026-01-02T03:04:05Z',
    ];
    const sent = told(name, ofTrack);
    expect(tagsOf(sent, kind)).toContain(`title=${secret}`);
    const clean = await stripped(sent, kind);
    expect(clean).toHaveLength(sent.length);
    for (const word of [secret, place, 'Lavf']) expect(clean.includes(word), word).toBe(false);
    expect(tagsOf(clean, kind)).toEqual([]);
    expect(frames(clean, kind)).toBe(frames(sent, kind));
    expect((await stripped(clean, kind, 70_000)).equals(clean)).toBe(true);
  });

  it('takes chapters, attached files, and names of tracks out of WebM with sums, and keeps every frame', async () => {
    const chapters = folder.write(
      'chapters.txt',
      `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=${secret}\n`,
    );
    const attached = folder.write('attached.txt', secret);
    const path = join(chapters, '..', 'told.mkv');
    const words = ['-metadata', `title=${secret}`, '-metadata:s:v', `title=${secret}`, '-metadata:s:t', 'mimetype=text/plain'];
    run(['-y', '-i', video('vp9.webm'), '-i', chapters, '-map_metadata', '1', '-attach', attached, '-c', 'copy', ...words, path]);
    const sent = readFileSync(path);
    const clean = await stripped(sent, 'webm');
    expect(clean).toHaveLength(sent.length);
    for (const word of [secret, 'attached.txt', 'Lavf'])
      expect([sent, clean].map((bytes) => bytes.includes(word))).toEqual([true, false]);
    expect(tagsOf(clean, 'webm')).toEqual([]);
    expect(frames(clean, 'webm')).toBe(frames(sent, 'webm'));
  });

  it.each(['recorded.webm', 'sizes.webm'])('leaves the frames of %s, written while it was made', async (name) => {
    const sent = readFileSync(video(name));
    expect(frames(await stripped(sent, 'webm'), 'webm')).toBe(frames(sent, 'webm'));
  });

  it('follows a WebM whose clusters do not say their length', async () => {
    const path = join(folder.write('begun', ''), '..', 'live.webm');
    run(['-y', '-i', video('vp9.webm'), '-c', 'copy', '-live', '1', '-f', 'webm', '-metadata', `title=${secret}`, path]);
    const sent = readFileSync(path);
    const clean = await stripped(sent, 'webm', 7);
    expect([sent, clean].map((bytes) => bytes.includes(secret))).toEqual([true, false]);
    expect(frames(clean, 'webm')).toBe(frames(sent, 'webm'));
  });

  it('empties what a camera wrote into an AVI: its date, its notes, and lists of its own', async () => {
    const chunk = (name: string, ...content: (Buffer | string)[]) => {
      const data = Buffer.concat(content.map((one) => Buffer.from(one)));
      const head = Buffer.alloc(8);
      head.write(name, 'latin1');
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
    };
    const stream = chunk(
      'LIST',
      'strl',
      chunk('strh', 'header'),
      chunk('strf', 'format'),
      chunk('strd', secret),
      chunk('strn', secret),
    );
    const sent = chunk(
      'RIFF',
      'AVI ',
      chunk('LIST', 'hdrl', chunk('avih', 'main'), stream, chunk('IDIT', secret), chunk('LIST', 'odml', 'length')),
      chunk('IDIT', secret),
      chunk('LIST', 'exif', chunk('ecor', secret)),
      chunk('LIST', 'movi', '00dcpixel'),
      chunk('JUNK', secret),
    );
    const clean = await stripped(sent, 'avi', 5);
    expect(clean).toHaveLength(sent.length);
    expect([sent, clean].map((bytes) => bytes.includes(secret))).toEqual([true, false]);
    for (const kept of ['main', 'header', 'format', 'length', '00dcpixel']) expect(clean.includes(kept), kept).toBe(true);
  });

  it.each([
    ['mpeg4.avi', 'avi'],
    ['vp9.webm', 'webm'],
  ] as const)('refuses %s that ends in the middle, and what is no film', async (name, kind) => {
    const sent = readFileSync(video(name));
    for (const bytes of [300, 2_000, sent.length - 12])
      await expect(stripped(sent.subarray(0, bytes), kind)).rejects.toThrow(RangeError);
    await expect(stripped(sent, 'jpeg')).rejects.toThrow(RangeError);
  });
});
