/** A box of an ISO file (HEIC, AVIF, MP4): its type at `start + 4`, its content from `data` to `end`. */
export type Box = { type: string; start: number; data: number; end: number };

/**
 * The boxes between two places, one after the other. Source: ISO/IEC 14496-12, 4.2.
 * @throws RangeError when one reaches beyond
 */
export function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const declared = file.readUInt32BE(start);
    // 1 = the length follows in eight bytes, 0 = up to the end.
    const length = declared === 1 ? Number(file.readBigUInt64BE(start + 8)) : declared === 0 ? to - start : declared;
    const data = start + (declared === 1 ? 16 : 8);
    if (start + length > to || start + length < data) throw new RangeError('A box reaches beyond what holds it');
    found.push({ type: file.toString('latin1', start + 4, start + 8), start, data, end: start + length });
    start += length;
  }
  return found;
}
