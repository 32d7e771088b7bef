import { crc32 } from 'node:zlib';

/** One chunk of a PNG, check sum included. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A GIF of frames that each hold one pixel of a large canvas: 20 bytes a frame. */
export function hollowGif(side: number, frames: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  header.writeUInt16LE(side, 6);
  header.writeUInt16LE(side, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x05\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)]);
}

/** One segment of a JPEG: marker, length, data (at most 65,533 bytes). */
export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

type Part = { start: number; end: number };

const startsWith = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text;

/** The step from one part's start to the next one's, and where the parts begin; null for formats without such parts. */
function walkOf(bytes: Buffer): { at: number; step: (at: number) => number } | null {
  if (startsWith(bytes, 1, 'PNG')) return { at: 8, step: (at) => 12 + bytes.readUInt32BE(at) };
  if (startsWith(bytes, 0, 'RIFF')) {
    return {
      at: 12,
      step: (at) => {
        const length = bytes.readUInt32LE(at + 4);
        return 8 + length + (length & 1);
      },
    };
  }
  if (startsWith(bytes, 4, 'ftyp')) return { at: 0, step: (at) => Math.max(8, bytes.readUInt32BE(at)) };
  // Segments up to the scan, which is one part with all that follows.
  if (bytes.readUInt16BE(0) === 0xffd8)
    return { at: 2, step: (at) => (bytes[at + 1] === 0xda ? bytes.length : 2 + bytes.readUInt16BE(at + 2)) };
  return null;
}

/** The chunks, segments or boxes of a picture; of a GIF, which has none of one make, pieces of 64 bytes. */
export function partsOf(bytes: Buffer): Part[] {
  const walk = walkOf(bytes) ?? { at: 0, step: () => 64 };
  const parts: Part[] = [];
  for (let { at } = walk; at + 8 <= bytes.length; ) {
    const end = Math.min(bytes.length, at + walk.step(at));
    parts.push({ start: at, end });
    at = end;
  }
  return parts;
}
