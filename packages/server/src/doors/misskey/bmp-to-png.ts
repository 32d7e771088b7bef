import { rgbToPng } from '../shared/rgb-to-png.ts';

const headerBytes = 54;
/** Of the whole picture: a part of 1 MB has fewer. */
const pixelsMax = 1_000_000;

type Bmp = { width: number; height: number; isTopDown: boolean; bytesPerPixel: number; start: number };

/** Microsoft's BITMAPFILEHEADER and BITMAPINFOHEADER, 24 or 32 bits and uncompressed; null = another kind, or cut off. */
function readHeader(bytes: Buffer): Bmp | null {
  if (bytes.length < headerBytes) return null;
  const [start, width, tall] = [bytes.readUInt32LE(10), bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const [bits, compression] = [bytes.readUInt16LE(28), bytes.readUInt32LE(30)];
  const height = Math.abs(tall);
  if ((bits !== 24 && bits !== 32) || compression !== 0 || width < 1 || height < 1 || width * height > pixelsMax) return null;
  const bmp = { width, height, isTopDown: tall < 0, bytesPerPixel: bits / 8, start };
  return start >= headerBytes && start + rowBytes(bmp) * height <= bytes.length ? bmp : null;
}

/** Rows end at a multiple of four bytes. */
const rowBytes = ({ width, bytesPerPixel }: Bmp): number => Math.ceil((width * bytesPerPixel) / 4) * 4;

/**
 * An uncompressed BMP as PNG, which the decoder reads. Its fourth byte of a pixel is no transparency, and is left out.
 * @param deflate as PNG wants it, with the header of zlib
 * @returns null when it is no such BMP
 */
export function bmpToPng(bytes: Buffer, deflate: (raw: Buffer) => Buffer): Buffer | null {
  const bmp = readHeader(bytes);
  if (!bmp) return null;
  const { width, height, isTopDown, bytesPerPixel, start } = bmp;
  return rgbToPng(
    { width, height },
    ({ x, y, row, to }) => {
      const at = start + rowBytes(bmp) * (isTopDown ? y : height - 1 - y) + x * bytesPerPixel;
      row.set([bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0], to);
    },
    deflate,
  );
}
