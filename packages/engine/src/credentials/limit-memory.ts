const MEMORY_SECTION = 5;
/** Magic number and version. */
const HEAD_BYTES = 8;

/** An unsigned LEB128 number, and where it ends. */
function readNumber(wasm: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let shift = 0; shift < 35; shift += 7, at += 1) {
    const byte = wasm.readUInt8(at);
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new RangeError('A number of the module has no end');
}

function writeNumber(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) + 128);
  }
}

/**
 * A WebAssembly module whose memory grows no further: where it says nothing it may take 4 GB. Its code sees a failed allocation.
 * @param pages of 64 KiB
 * @throws RangeError when the module has no memory of its own, or another kind of it
 */
export function limitMemory(bytes: Uint8Array, pages: number): Buffer {
  const wasm = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = HEAD_BYTES; at < wasm.length; ) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] === MEMORY_SECTION) {
      const count = readNumber(wasm, size.end);
      const flags = wasm.readUInt8(count.end);
      if (count.value !== 1 || flags > 1) throw new RangeError('The module has another memory than it should');
      const least = readNumber(wasm, count.end + 1);
      const body = [1, 1, ...writeNumber(least.value), ...writeNumber(pages)];
      const section = Buffer.from([MEMORY_SECTION, ...writeNumber(body.length), ...body]);
      return Buffer.concat([wasm.subarray(0, at), section, wasm.subarray(end)]);
    }
    at = end;
  }
  throw new RangeError('The module has no memory');
}
