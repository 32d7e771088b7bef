import { crc32 } from 'node:zlib';
import { orientationOnly, readOrientation } from './orientation.ts';

/** Chunks that say how pixels look or animate. All others, registered or private, only tell about the picture. */
const needed = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);
const SIGNATURE_BYTES = 8;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * A PNG without EXIF, texts (XMP is one), times and private chunks, and without what follows its end.
 * @throws RangeError when its chunks cannot be followed to the end
 */
export function stripPng(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; ; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length) throw new RangeError('A chunk reaches beyond the file');
    if (needed.has(type)) kept.push(file.subarray(at, end));
    if (type === 'eXIf') {
      const orientation = readOrientation(file.subarray(at + 8, end - 4));
      if (orientation !== 1) kept.push(chunk('eXIf', orientationOnly(orientation)));
    }
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
}
