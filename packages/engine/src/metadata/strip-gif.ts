const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** How often an animation repeats, and a colour profile: what other applications wrote is about the picture, or XMP. */
const neededApplications = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);

/** The flags' high bit says that a table follows, the low three bits its size as a power of two. */
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);

function endOfSubBlocks(file: Buffer, start: number): number {
  let at = start;
  for (let length = file.readUInt8(at); length !== 0; length = file.readUInt8(at)) at += 1 + length;
  return at + 1;
}

function isNeeded(file: Buffer, at: number): boolean {
  const label = file.readUInt8(at + 1);
  if (label !== APPLICATION) return label === GRAPHIC_CONTROL;
  return neededApplications.has(file.toString('latin1', at + 3, at + 14));
}

/**
 * A GIF without comments, texts and what applications left in it, and without what follows its end.
 * @throws RangeError when its blocks cannot be followed to the end
 */
export function stripGif(file: Buffer): Buffer {
  let at = 13 + colourTableBytes(file.readUInt8(10));
  const kept: Buffer[] = [file.subarray(0, at)];
  for (let block = file.readUInt8(at); block !== TRAILER; block = file.readUInt8(at)) {
    if (block !== EXTENSION && block !== IMAGE) throw new RangeError('A block is of no known kind');
    const data = block === EXTENSION ? at + 2 : at + 11 + colourTableBytes(file.readUInt8(at + 9));
    const end = endOfSubBlocks(file, data);
    if (block === IMAGE || isNeeded(file, at)) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, Buffer.from([TRAILER])]);
}
