/** Width and height as the header of a PNG, GIF or JPEG says; null where it says nothing. */
export function sidesOf(bytes: Buffer): [width: number, height: number] | null {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.length >= 10 && bytes.subarray(0, 3).toString('latin1') === 'GIF')
    return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  return isJpeg(bytes) ? sidesOfJpeg(bytes) : null;
}

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xd8;

/** Markers that begin a frame (ITU T.81, table B.1): all of C0 to CF but tables, arithmetic conditioning and the reserved one. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** TEM and RST: nothing follows that belongs to them. */
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** As tolerant as a decoder: what is no marker is passed over, and a length that is too short counts as none. */
function sidesOfJpeg(bytes: Buffer): [number, number] | null {
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    if (marker === 0 || marker === 0xff) at += 1;
    else if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    else if (isAlone(marker)) at += 2;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}
