import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pngChunk } from '../../packages/engine/test/picture-parts.ts';

const side = 192;
const squares = 8;
const rowBytes = 1 + side * 3;
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * A PNG that no other key gives: squares of colours, 192 pixels wide and high. It has no metadata, so it is stored as it was sent; it is
 * not compressed, so that it weighs 111 kB.
 */
export function pictureOf(key: string): Buffer<ArrayBuffer> {
  const colours = createHash('shake256', { outputLength: squares * squares * 3 })
    .update(key)
    .digest();
  const pixels = Buffer.alloc(side * rowBytes);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const square = Math.floor((y * squares) / side) * squares + Math.floor((x * squares) / side);
      colours.copy(pixels, y * rowBytes + 1 + x * 3, square * 3, square * 3 + 3);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits of red, green and blue.
  header.set([8, 2], 8);
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(pixels, { level: 0 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...chunks]);
}
