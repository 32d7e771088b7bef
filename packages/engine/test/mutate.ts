import { deflateSync } from 'node:zlib';
import { fixture } from './fixture.ts';
import {
  any,
  type Dice,
  flipBits,
  insert,
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
import { hollowGif, jpegSegment, partsOf, pngChunk } from './picture-parts.ts';

const sources = [
  'formats/pears.jpg',
  'formats/pears.png',
  'formats/pears.webp',
  'formats/pears.gif',
  'formats/pears.heic',
  'formats/pears.heif',
  'formats/pears.avif',
  'formats/late-frame.gif',
  'formats/late-frame.webp',
  'formats/cmyk.jpg',
  'formats/deep.png',
  'formats/alpha.png',
  'formats/explicit.jpg',
  'formats/explicit.heic',
] as const;
/** 64 MB of nothing. */
let bomb: Buffer | undefined;
const zipped = () => (bomb ??= deflateSync(Buffer.alloc(64 * 1_048_576)));
const read = (source: string) => Buffer.from(fixture(source));
const jpeg = () => Buffer.from(fixture('formats/pears.jpg'));
const png = () => Buffer.from(fixture('formats/pears.png'));
/** After the signature and the header. */
const PNG_BODY = 33;

function changeParts(original: Buffer, dice: Dice): Buffer {
  const parts = partsOf(original);
  const begin = parts[0]?.start ?? 0;
  const pieces = parts.map(({ start, end }) => original.subarray(start, end));
  const at = dice.below(pieces.length);
  const piece = pieces[at] ?? Buffer.alloc(0);
  const action = dice.below(4);
  if (action === 0) pieces.splice(at, 0, ...Array.from({ length: 1 + dice.below(20) }, () => piece));
  else if (action === 1) pieces.splice(at, 1);
  else if (action === 2) pieces.push(...pieces.splice(at, 1));
  else pieces.reverse();
  return Buffer.concat([original.subarray(0, begin), ...pieces]);
}

/** Where a file of that kind says its size: offset and how each number is written. */
function writeSize(original: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(original);
  const ispe = bytes.indexOf('ispe');
  const frame = bytes.indexOf(Buffer.of(0xff, 0xc0));
  if (bytes.toString('latin1', 1, 4) === 'PNG') {
    const header = Buffer.from(bytes.subarray(16, 29));
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    return Buffer.concat([bytes.subarray(0, 8), pngChunk('IHDR', header), bytes.subarray(PNG_BODY)]);
  }
  if (bytes.toString('latin1', 0, 3) === 'GIF') {
    bytes.writeUInt16LE(width & 0xffff, 6);
    bytes.writeUInt16LE(height & 0xffff, 8);
  } else if (bytes.toString('latin1', 12, 16) === 'VP8X') {
    bytes.writeUIntLE((width - 1) & 0xff_ffff, 24, 3);
    bytes.writeUIntLE((height - 1) & 0xff_ffff, 27, 3);
  } else if (bytes.toString('latin1', 12, 16) === 'VP8 ') {
    bytes.writeUInt16LE(width & 0x3fff, 26);
    bytes.writeUInt16LE(height & 0x3fff, 28);
  } else if (ispe !== -1) {
    bytes.writeUInt32BE(width, ispe + 8);
    bytes.writeUInt32BE(height, ispe + 12);
  } else if (frame !== -1) {
    bytes.writeUInt16BE(height & 0xffff, frame + 5);
    bytes.writeUInt16BE(width & 0xffff, frame + 7);
  }
  return bytes;
}

/** An animated WebP of that many empty frames. */
function hollowWebp(side: number, frames: number): Buffer {
  const source = Buffer.from(fixture('formats/late-frame.webp'));
  const parts = partsOf(source).map(({ start, end }) => source.subarray(start, end));
  const frame = parts.find((part) => part.toString('latin1', 0, 4) === 'ANMF') ?? Buffer.alloc(0);
  const head = parts.slice(0, parts.indexOf(frame));
  const file = Buffer.concat([source.subarray(0, 12), ...head, ...Array.from({ length: frames }, () => frame)]);
  file.writeUInt32LE(file.length - 8, 4);
  return writeSize(file, side, side);
}

const mutations: Record<string, Mutation> = {
  'bits flipped': flipBits(64, Number.POSITIVE_INFINITY),
  'bits of the header flipped': flipBits(8, 600),
  'a run overwritten': (original, dice) =>
    any(Buffer.from(original).fill(dice.below(256), dice.below(original.length)).subarray(0, original.length)),
  'cut off': (original, dice) => refused(original.subarray(0, Math.floor(original.length * (0.02 + 0.0096 * dice.below(101))))),
  'a piece repeated': repeatPiece,
  'a piece left out': leaveOutPiece,
  'parts changed': (original, dice) => any(changeParts(original, dice)),
  'an extreme number': writeExtreme(1_024),
  'another size': (original, dice) => any(writeSize(original, 1 + dice.below(9_000), 1 + dice.below(5_000))),
  'a huge size': (original, dice) => {
    const bytes = writeSize(original, 65_000 - dice.below(500), 65_000 - dice.below(500));
    // Of a GIF the codec believes no canvas over 2,048 pixels: it takes the size of the frames.
    return bytes.toString('latin1', 0, 3) === 'GIF' ? any(bytes) : refused(bytes);
  },
  'two files joined': joinFiles(sources, read),
  'a file after it': (original, dice) => any(Buffer.concat([original, fixture(dice.pick(sources))])),
  'a page after it': (original) => refused(Buffer.concat([original, text(page)])),
  'a page inside': (original, dice) => refused(insert(original, 32 + dice.below(original.length - 32), text(page))),
  'an archive after it': (original) => refused(Buffer.concat([original, zipEnd])),
  'a PDF inside': () => refused(insert(jpeg(), 2, jpegSegment(0xfe, text('%PDF-1.7\n1 0 obj')))),
  'a script in a GIF': () => refused(text(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`)),
  'much EXIF': (_, dice) => {
    const exif = jpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), Buffer.alloc(65_000, 0x41)]));
    return any(insert(jpeg(), 2, Buffer.concat(Array.from({ length: 1 + dice.below(60) }, () => exif))));
  },
  'a large colour profile': () => {
    const part = (n: number) => jpegSegment(0xe2, Buffer.concat([text('ICC_PROFILE\0'), Buffer.of(n, 60), Buffer.alloc(65_000)]));
    return any(insert(jpeg(), 2, Buffer.concat(Array.from({ length: 60 }, (_, n) => part(n + 1)))));
  },
  'a bomb of text': (_, dice) => {
    const chunk = pngChunk('zTXt', Buffer.concat([text('x\0\0'), zipped()]));
    return any(insert(png(), PNG_BODY, Buffer.concat(Array.from({ length: 1 + dice.below(10) }, () => chunk))));
  },
  'a bomb of a profile': () => any(insert(png(), PNG_BODY, pngChunk('iCCP', Buffer.concat([text('x\0\0'), zipped()])))),
  'a bomb of pixels': () =>
    refused(writeSize(Buffer.concat([png().subarray(0, PNG_BODY), pngChunk('IDAT', zipped())]), 9_000, 5_000)),
  'a very long side': (_, dice) => {
    const long = 65_536 + dice.below(1_000_000);
    return refused(dice.below(2) === 0 ? writeSize(png(), long, 1) : writeSize(png(), 1, long));
  },
  'thousands of GIF frames': (_, dice) => refused(hollowGif(1 + dice.below(100), 1_001 + dice.below(3_000))),
  'thousands of WebP frames': (_, dice) => refused(hollowWebp(64, 1_001 + dice.below(3_000))),
  'a large animation': (_, dice) => refused(hollowGif(1_500 + dice.below(500), 200 + dice.below(800))),
  'an animated PNG': () => refused(insert(png(), PNG_BODY, pngChunk('acTL', Buffer.alloc(8)))),
};

/** Ways in which a file is made; {@link mutated} goes round them. */
export const mutationNames = Object.keys(mutations);

/** The n-th hostile file of a seed: real pictures of all seven formats, changed, and files that were made to cost. */
export const mutated = (seed: number, n: number): Mutated => nthMutated({ mutations, sources, read }, seed, n);
