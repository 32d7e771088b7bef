const ZEROS = Buffer.alloc(65_536);

/** Reads a stream by lengths instead of by its pieces. */
export function byteReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function fill(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await pieces.next();
      if (next.done) return false;
      rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    }
    return true;
  }

  /** The next bytes as they come, `count` of them; all that are left when it is infinite. @throws RangeError when there are fewer */
  async function* pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (!(await fill())) {
        if (count === Number.POSITIVE_INFINITY) return;
        throw new RangeError('The stream ends before its end');
      }
      const part = rest.subarray(0, Math.min(left, rest.length));
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Zeros in the place of the next bytes. @throws RangeError when there are fewer */
  async function* blank(count: number): AsyncGenerator<Buffer> {
    for await (const part of pass(count)) {
      for (let left = part.length; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length));
    }
  }

  /** A copy of the next bytes in one piece: fewer than `count` only at the end of the stream. */
  async function take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let left = count;
    while (left > 0 && (await fill())) {
      const part = rest.subarray(0, Math.min(left, rest.length));
      rest = rest.subarray(part.length);
      left -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** The same, and they stay to be read. */
  async function peek(count: number): Promise<Buffer> {
    const next = await take(count);
    rest = Buffer.concat([next, rest]);
    return next;
  }

  return { take, peek, pass, blank };
}
