import { crc32 } from 'node:zlib';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

type Sides = { width: number; height: number };

/**
 * Pixels as PNG, which the decoder reads, without loss.
 * @param colourAt writes red, green and blue of a place into `row` from `to` on
 * @param deflate as PNG wants it, with the header of zlib
 */
export function rgbToPng(
  { width, height }: Sides,
  colourAt: (place: { x: number; y: number; row: Buffer; to: number }) => void,
  deflate: (raw: Buffer) => Buffer,
): Buffer {
  const row = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0, to = 0; y < height; y += 1) {
    // The filter of the row: none.
    to += 1;
    for (let x = 0; x < width; x += 1, to += 3) colourAt({ x, y, row, to });
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of red, green and blue.
  head.set([8, 2], 8);
  const sign = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([sign, chunk('IHDR', head), chunk('IDAT', deflate(row)), chunk('IEND', Buffer.alloc(0))]);
}
