/** The head of an EBML element: its id and where its content begins and ends, counted from the head. Source: RFC 8794. */
export type ElementHead = {
  id: number;
  idBytes: number;
  headBytes: number;
  /** null = not said: up to the end of what holds it. */
  dataBytes: number | null;
};

/** An id has four bytes at most, a length eight. */
export const HEAD_MAX_BYTES = 12;

/** How many bytes a number of variable length has, by its first one. @throws RangeError */
function widthOf(first: number | undefined, most: number): number {
  const width = first === undefined ? 0 : Math.clz32(first) - 23;
  if (width < 1 || width > most) throw new RangeError('This is no element');
  return width;
}

/** Reads the head that begins at a place. @throws RangeError when there is none, or it is cut off */
export function readHead(file: Buffer, at: number): ElementHead {
  const idBytes = widthOf(file[at], 4);
  const sizeBytes = widthOf(file[at + idBytes], 8);
  const headBytes = idBytes + sizeBytes;
  if (at + headBytes > file.length) throw new RangeError('An element without its length');
  let size = 0n;
  for (const byte of file.subarray(at + idBytes, at + headBytes)) size = (size << 8n) | BigInt(byte);
  const mask = (1n << BigInt(7 * sizeBytes)) - 1n;
  const value = size & mask;
  return { id: file.readUIntBE(at, idBytes), idBytes, headBytes, dataBytes: value === mask ? null : Number(value) };
}

/**
 * The head of a `Void`, which every reader passes over, in the place of another head, and as long: an element becomes one where it
 * stands. Behind a head of ten bytes or more a part of it counts as content.
 */
export function voidHead({ headBytes }: Pick<ElementHead, 'headBytes'>, dataBytes: number): Buffer {
  const sizeBytes = Math.min(8, headBytes - 1);
  const size = BigInt(headBytes - 1 - sizeBytes + dataBytes) | (1n << BigInt(7 * sizeBytes));
  const head = Buffer.alloc(headBytes);
  head[0] = 0xec;
  for (let at = 0; at < sizeBytes; at += 1) head[sizeBytes - at] = Number((size >> BigInt(8 * at)) & 0xffn);
  return head;
}
