import type { MediaKind } from '@clearframe/contract';
import { MediaError } from '../media-error.ts';

/**
 * Finds what the codec lets pass: a PNG or GIF that ends early (its picture may be whole, later frames are not), and a PNG that
 * is animated, of which the codec shows the first picture only and a browser all of them. The other kinds carry their own length.
 * @throws MediaError undecodable or unsupported
 */
export function checkComplete(kind: MediaKind, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (kind === 'png') walkPng(view);
    if (kind === 'gif') walkGif(view);
  } catch (cause) {
    // A DataView throws RangeError where the file ends before its structure does.
    throw cause instanceof RangeError ? new MediaError('undecodable', { cause }) : cause;
  }
}

const IEND = 0x49454e44;
const acTL = 0x6163544c;

/** Chunks of length, type, data and check sum (12 bytes around the data) up to IEND. Source: PNG specification, 5.3. */
function walkPng(view: DataView): void {
  for (let at = 8; ; ) {
    const length = view.getUint32(at);
    const type = view.getUint32(at + 4);
    view.getUint32(at + 8 + length);
    if (type === acTL) {
      throw new MediaError('unsupported', {
        message: 'The file is an animated PNG, which is not supported. Please use GIF or WebP for animations.',
      });
    }
    if (type === IEND) return;
    at += 12 + length;
  }
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Blocks up to the trailer. Source: GIF89a specification, appendix A and B. */
function walkGif(view: DataView): void {
  let at = 13 + colourTableBytes(view.getUint8(10));
  for (let block = view.getUint8(at); block !== TRAILER; block = view.getUint8(at)) {
    if (block === EXTENSION) at = skipSubBlocks(view, at + 2);
    else if (block === IMAGE) at = skipSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)));
    else throw new MediaError('undecodable', { cause: new Error(`The GIF has a block of the unknown kind ${block}`) });
  }
}

/** The flags' high bit says that a table follows, the low three bits its size as a power of two. */
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

function skipSubBlocks(view: DataView, start: number): number {
  let at = start;
  for (let length = view.getUint8(at); length !== 0; length = view.getUint8(at)) at += 1 + length;
  return at + 1;
}
