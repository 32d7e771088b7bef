import type { Writable } from 'node:stream';
import { limits } from '@clearframe/contract';

/** One message between a process and its decoder: what is said, as JSON, and bytes beside it. */
export type Frame = { said: unknown; parts: Buffer[] };

/** A stored original may have 100 MB; a picture of a video has 7.7. */
const BODY_MAX_BYTES = 160 * 1_048_576;
/** The seconds of a video of two hours take 2 MB. */
const SAID_MAX_BYTES = 16 * 1_048_576;
/** The copies, and a picture of each flagged second that has one. */
const PARTS_MAX = 2 + limits.videoThumbnailsMax;
const HEAD_BYTES = 8;

/** Writes one frame and waits until the other side has room for more. */
export async function writeFrame(to: Writable, said: object, parts: readonly Uint8Array[] = []): Promise<void> {
  const text = Buffer.from(JSON.stringify({ said, sizes: parts.map(({ length }) => length) }));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  to.cork();
  for (const piece of [head, text, ...parts]) to.write(piece);
  const written = new Promise<void>((resolve, reject) => {
    to.write(Buffer.alloc(0), (error) => (error ? reject(error) : resolve()));
  });
  to.uncork();
  await written;
}

/** Takes exactly so many bytes from a stream, however it was cut. */
function takeFrom(stream: AsyncIterable<Buffer>): (count: number) => Promise<Buffer | null> {
  const source = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const taken = Buffer.allocUnsafe(count);
    for (let filled = 0; filled < count; ) {
      if (rest.length === 0) {
        const { value, done } = await source.next();
        if (done) return null;
        rest = value;
      }
      const copied = rest.copy(taken, filled);
      filled += copied;
      rest = rest.subarray(copied);
    }
    return taken;
  };
}

function isSizes(sizes: unknown, total: number): sizes is number[] {
  if (!Array.isArray(sizes) || sizes.length > PARTS_MAX) return false;
  if (!sizes.every((size: unknown) => Number.isSafeInteger(size) && Number(size) >= 0)) return false;
  return sizes.reduce((sum: number, size: number) => sum + size, 0) === total;
}

function cut(body: Buffer, sizes: readonly number[]): Buffer[] {
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return body.subarray(at - size, at);
  });
}

/**
 * The frames of a stream, one by one; null at its end.
 * @returns a function that throws RangeError at what is no frame, or is larger than any may be: the other side may be hostile
 */
export function readFrames(stream: AsyncIterable<Buffer>): () => Promise<Frame | null> {
  const take = takeFrom(stream);
  return async () => {
    const head = await take(HEAD_BYTES);
    if (!head) return null;
    const [saidBytes, bodyBytes] = [head.readUInt32LE(0), head.readUInt32LE(4)];
    if (saidBytes > SAID_MAX_BYTES || bodyBytes > BODY_MAX_BYTES) throw new RangeError('A frame is too large');
    const [text, body] = [await take(saidBytes), await take(bodyBytes)];
    if (!text || !body) return null;
    const { said, sizes }: { said?: unknown; sizes?: unknown } = JSON.parse(text.toString());
    if (!isSizes(sizes, bodyBytes)) throw new RangeError('A frame is not as long as it says');
    return { said, parts: cut(body, sizes) };
  };
}
