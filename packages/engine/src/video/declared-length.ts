import { type FileHandle, open } from 'node:fs/promises';

/** Of a file's boxes outside of each other; real ones have a handful, files in fragments one or two for each second. */
const BOXES_MAX = 100_000;
/** Head of a box with a length of eight bytes. */
const HEAD_BYTES = 16;
const MOVIE_HEADER_BYTES = 32;

type Place = { from: number; to: number };

/**
 * The length that the header of an MP4 or MOV claims (`mvhd`, ISO/IEC 14496-12, 8.2.2), in seconds; null when it claims none. It is
 * read here, because FFmpeg 8 looks past it at the tracks.
 */
export async function readMovieLength(path: string): Promise<number | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', { from: 0, to: size });
    const header = movie && (await findBox(file, 'mvhd', movie));
    if (!header) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOVIE_HEADER_BYTES), 0, MOVIE_HEADER_BYTES, header.from);
    return bytesRead === MOVIE_HEADER_BYTES ? lengthIn(buffer) : null;
  } finally {
    await file.close();
  }
}

/** The first box of a type, by where its content stands; null when there is none before something that is no box. */
async function findBox(file: FileHandle, type: string, { from, to }: Place): Promise<Place | null> {
  const head = Buffer.alloc(HEAD_BYTES);
  for (let at = from, count = 0; at + 8 <= to && count < BOXES_MAX; count += 1) {
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, at);
    if (bytesRead < 8) return null;
    const declared = head.readUInt32BE(0);
    const length = declared === 1 ? Number(head.readBigUInt64BE(8)) : declared === 0 ? to - at : declared;
    if (length < 8) return null;
    if (head.toString('latin1', 4, 8) === type) return { from: at + (declared === 1 ? 16 : 8), to: Math.min(to, at + length) };
    at += length;
  }
  return null;
}

/** All bits set stands for a length that is not known; 0 is written for files in fragments. */
function lengthIn(header: Buffer): number | null {
  const wide = header[0] === 1;
  const scale = header.readUInt32BE(wide ? 20 : 12);
  const length = wide ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  if (scale === 0 || length === 0 || length >= (wide ? 2 ** 64 : 2 ** 32 - 1)) return null;
  return length / scale;
}
