import { AppError, limits } from '@clearframe/contract';

/** The longest line that can be right, in bytes: hash, quality, and a note all of whose characters are quotes. */
const LINE_MAX_BYTES = 4 * (80 + 2 * limits.noteMaxLength);
/** So much is read at a time: a few thousand lines. */
const PIECE_BYTES = 262_144;
const NEW_LINE = 10;

/** Without what a line has beyond the longest that can be right: its beginning is enough to say that it is wrong. */
const cut = (line: Buffer) => (line.length > LINE_MAX_BYTES ? Buffer.from(line.subarray(0, LINE_MAX_BYTES)) : line);

/**
 * A file in pieces of whole lines, as it arrives. No more is held than a piece and the chunk that arrived.
 * @throws AppError body_too_large
 */
export async function* linePieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let whole: Buffer[] = [];
  let wholeBytes = 0;
  let rest: Buffer = Buffer.alloc(0);
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > limits.knownImportMaxBytes)
      throw new AppError('body_too_large', { message: 'The file is larger than 32 MB' });
    const end = chunk.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) {
      whole.push(rest, Buffer.from(chunk.subarray(0, end)));
      wholeBytes += rest.length + end;
      rest = Buffer.alloc(0);
    }
    rest = cut(Buffer.concat([rest, chunk.subarray(end)]));
    if (wholeBytes < PIECE_BYTES) continue;
    yield Buffer.concat(whole);
    whole = [];
    wholeBytes = 0;
  }
  const last = Buffer.concat([...whole, rest]);
  if (last.length > 0) yield last;
}
