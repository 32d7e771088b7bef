const BLOCK_BYTES = 64 * 1024;

/** The same bytes in blocks of one size. Each chunk costs some hundred bytes of memory beside its own, and a sender may send one by one. */
export async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let used = 0;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + BLOCK_BYTES - used);
      block.set(taken, used);
      at += taken.length;
      used += taken.length;
      if (used < BLOCK_BYTES) continue;
      yield block;
      block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      used = 0;
    }
  if (used > 0) yield block.subarray(0, used);
}
