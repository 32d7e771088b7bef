import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder, video, videoTools } from '../../test/video-tools.ts';
import { stripVideo } from './strip-video.ts';

const secret = 'Kept-in-the-camera';
const place = '+51.5074-000.1278/';
const folder = scratchFolder();
afterAll(folder.remove);

const run = (args: string[]) => execFileSync(videoTools.ffmpeg, ['-v', 'error', ...args], { encoding: 'utf8' });

/** The film with a place and a name in it, as a phone writes them. */
function told(name: string, options: string[] = []): Buffer {
  const path = join(folder.write('begun', ''), '..', `told-${name}`);
  const words = ['-metadata', `location=${place}`, '-metadata', `title=${secret}`, '-metadata', `comment=${secret}`];
  run(['-y', '-i', video(name), '-map', '0', '-c', 'copy', ...words, ...options, path]);
  return readFileSync(path);
}

/** @param pieceBytes how the stream is cut */
async function stripped(bytes: Uint8Array, pieceBytes = 1_000): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const parts: Buffer[] = [];
  for await (const part of stripVideo(pieces())) parts.push(Buffer.from(part));
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
    const clean = await stripped(sent);
    expect(clean).toHaveLength(sent.length);
    expect(clean.includes(place)).toBe(false);
    expect(clean.includes(secret)).toBe(false);
    expect(frames(clean, ending)).toBe(frames(sent, ending));
    expect((await stripped(clean, 70_000)).equals(clean)).toBe(true);
  });

  it.each(['fragments.mp4', 'hevc.mp4', 'av1.mp4', 'two-tracks.mp4', 'mjpeg.mov'])('leaves the frames of %s', async (name) => {
    const sent = readFileSync(video(name));
    expect(frames(await stripped(sent), name.split('.')[1] ?? '')).toBe(frames(sent, name.split('.')[1] ?? ''));
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
    const clean = await stripped(sent, 7);
    expect(clean).toHaveLength(sent.length);
    expect(clean.includes(secret)).toBe(false);
    for (const kept of ['the film', 'pixels']) expect(clean.includes(kept)).toBe(true);
  });

  it('refuses a file that ends within a box', async () => {
    const sent = readFileSync(video('h264.mp4'));
    await expect(stripped(sent.subarray(0, sent.length - 10))).rejects.toThrow(RangeError);
    await expect(stripped(sent.subarray(0, 5))).rejects.toThrow(RangeError);
  });
});
