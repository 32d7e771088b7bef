import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { inBlocks } from './in-blocks.ts';

async function all(blocks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const block of blocks) found.push(block);
  return found;
}

it.each([
  ['one by one', 1],
  ['in odd pieces', 7_919],
  ['in large ones', 150_001],
])('SEC-02 holds few blocks of what is sent %s', async (_name, chunkBytes) => {
  const bytes = randomBytes(200_000);
  async function* sent() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const blocks = await all(inBlocks(sent()));
  expect(blocks.map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392]);
  expect(Buffer.concat(blocks).equals(bytes)).toBe(true);
});

it('OPS-03 gives nothing of nothing', async () => {
  expect(await all(inBlocks((async function* () {})()))).toEqual([]);
});
