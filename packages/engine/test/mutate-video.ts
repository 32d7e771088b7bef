import { fixture } from './fixture.ts';
import {
  any,
  flipBits,
  joinFiles,
  leaveOutPiece,
  type Mutated,
  type Mutation,
  nthMutated,
  page,
  refused,
  repeatPiece,
  text,
  writeExtreme,
  zipEnd,
} from './mutations.ts';
import { partsOf } from './picture-parts.ts';

const videoFixture = (name: string) => Buffer.from(fixture(`videos/${name}`));

const sources = [
  ...(['h264.mp4', 'fragments.mp4', 'h264.mov', 'h264.avi', 'hevc.mp4', 'vp8.webm', 'vp9.webm'] as const),
  ...(['av1.mp4', 'av1.webm', 'mpeg4.avi', 'mpeg4.mp4', 'recorded.webm', 'harmless.mp4', 'turned-90.mp4', 'sizes.webm'] as const),
] as const;
/** How many bytes at the start hold no pictures: the longest header of these files is shorter. */
const HEADER = 2_048;

/** An MP4 whose header says that it lasts so long. Offsets: ISO/IEC 14496-12 §8.2.2. */
export function withDeclaredSeconds(mp4: Uint8Array, seconds: number): Buffer {
  const bytes = Buffer.from(mp4);
  const at = bytes.indexOf('mvhd');
  bytes.writeUInt32BE(seconds * bytes.readUInt32BE(at + 16), at + 20);
  return bytes;
}

/** An MP4 each of whose pictures is shown for so many units of time: the lengths that count, in the table of samples (§8.6.1.2). */
export function withSlowPictures(mp4: Uint8Array, units: number): Buffer {
  const bytes = Buffer.from(mp4);
  const at = bytes.indexOf('stts');
  bytes.writeUInt32BE(units, at + 16);
  return bytes;
}

export const playlists = [
  '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
  "ffconcat version 1.0\nfile '/etc/passwd'\n",
  'v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n',
] as const;

const mutations: Record<string, Mutation> = {
  'bits flipped': flipBits(64, Number.POSITIVE_INFINITY),
  'bits of the header flipped': flipBits(8, HEADER),
  'a run overwritten': (original, dice) => {
    const at = dice.below(original.length);
    return any(Buffer.from(original).fill(dice.below(256), at, Math.min(original.length, at + 1 + dice.below(2_000))));
  },
  'cut off': (original, dice) => refused(original.subarray(0, Math.floor(original.length * (0.02 + 0.0078 * dice.below(101))))),
  'a piece repeated': repeatPiece,
  'a piece left out': leaveOutPiece,
  'parts changed': (original, dice) => {
    const pieces = partsOf(original).map(({ start, end }) => original.subarray(start, end));
    const at = dice.below(pieces.length);
    if (dice.below(2) === 0) pieces.splice(at, 1);
    else pieces.push(...pieces.splice(at, 1));
    return any(Buffer.concat(pieces));
  },
  'an extreme number': writeExtreme(HEADER),
  'two files joined': joinFiles(sources, videoFixture),
  'garbage behind the first bytes': (original, dice) => {
    const garbage = Buffer.from(Array.from({ length: 40_000 }, () => dice.below(256)));
    return refused(Buffer.concat([original.subarray(0, 64), garbage]));
  },
  'a header of ten hours': () => refused(withDeclaredSeconds(videoFixture('h264.mp4'), 36_000)),
  'pictures of hours': (_, dice) => refused(withSlowPictures(videoFixture('h264.mp4'), 1e7 + dice.below(1e6))),
  'a playlist inside': (original, dice) =>
    refused(Buffer.concat([original.subarray(0, 64), text(dice.pick(playlists)), Buffer.alloc(dice.below(2_000))])),
  'a page after it': (original) => refused(Buffer.concat([original, text(page)])),
  'an archive after it': (original) => refused(Buffer.concat([original, zipEnd])),
  'sound alone': () => refused(videoFixture('sound-only.mp4')),
  'pictures of 67 million pixels': () => refused(videoFixture('huge.mp4')),
};

/** Ways in which a video is made hostile; {@link mutatedVideo} goes round them. */
export const videoMutationNames = Object.keys(mutations);

/** The n-th hostile video of a seed: real videos of every container and codec, changed, and files that were made to cost. */
export const mutatedVideo = (seed: number, n: number): Mutated => nthMutated({ mutations, sources, read: videoFixture }, seed, n);
