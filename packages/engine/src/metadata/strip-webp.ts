import { orientationOnly, readOrientation } from './orientation.ts';

const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The header of an extended file, with the flags of what it still holds. */
function extended(data: Buffer, turned: boolean): Buffer {
  const changed = Buffer.from(data);
  changed.writeUInt8((changed.readUInt8(0) & ~(EXIF_FLAG | XMP_FLAG)) | (turned ? EXIF_FLAG : 0), 0);
  return chunk('VP8X', changed);
}

/**
 * A WebP without EXIF, XMP and unknown chunks, and without what follows its end. Source: RFC 9649, 2.7.
 * @throws RangeError when its chunks cannot be followed to the end
 */
export function stripWebp(file: Buffer): Buffer {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) throw new RangeError('The file ends before its end');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = file.readUInt32LE(at + 4);
    if (at + 8 + length > end) throw new RangeError('A chunk reaches beyond the file');
    chunks.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const orientation = exif ? readOrientation(exif.data) : 1;
  const turned = orientation !== 1 && chunks[0]?.type === 'VP8X';
  const kept = chunks.flatMap(({ type, data }) => {
    if (!needed.has(type)) return [];
    return [type === 'VP8X' ? extended(data, turned) : chunk(type, data)];
  });
  if (turned) kept.push(chunk('EXIF', orientationOnly(orientation)));
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  return chunk('RIFF', body);
}
