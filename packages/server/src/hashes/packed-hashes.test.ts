import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHashStore } from './hash-store.ts';
import { createPackedHashes, hashDistance } from './packed-hashes.ts';

/** Bytes that look random and are the same every time. */
const hashOf = (name: string) => createHash('sha256').update(name).digest();

/** The hash with so many of its bits turned over, which ones being told by the name. */
function moved(hash: Buffer, bits: number, name: string): Buffer {
  const turned = Buffer.from(hash);
  const order = Array.from({ length: 256 }, (_, bit) => ({ bit, key: hashOf(`${name} ${bit}`).readUInt32BE() }));
  for (const { bit } of order.sort((a, b) => a.key - b.key).slice(0, bits))
    turned.writeUInt8(turned.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return turned;
}

/** Bit by bit, without anything shared with the implementation. */
function slowDistance(one: Buffer, other: Buffer): number {
  let bits = 0;
  for (const [at, byte] of one.entries())
    for (let bit = 0; bit < 8; bit++) if (((byte >> bit) & 1) !== (((other[at] ?? 0) >> bit) & 1)) bits += 1;
  return bits;
}

describe('packed hashes', () => {
  it('finds exactly what a comparison bit by bit finds, at every distance from 0 to 40, plain and mirrored', () => {
    const hashes = createPackedHashes();
    const sought = { hash: hashOf('sought'), mirrored: hashOf('mirrored') };
    const all = [
      ...Array.from({ length: 5_000 }, (_, n) => hashOf(`other ${n}`)),
      ...Array.from({ length: 41 }, (_, bits) => [
        ...Array.from({ length: 20 }, (_, n) => moved(sought.hash, bits, `plain ${n}`)),
        ...Array.from({ length: 20 }, (_, n) => moved(sought.mirrored, bits, `mirrored ${n}`)),
      ]).flat(),
    ];
    for (const [at, hash] of all.entries()) hashes.add(at + 1, hash);
    const slow = all.flatMap((hash, at) =>
      Math.min(slowDistance(hash, sought.hash), slowDistance(hash, sought.mirrored)) <= 31 ? [at + 1] : [],
    );
    expect(slow).toHaveLength(32 * 40);
    expect(hashes.near(sought, 31)).toEqual(slow);
  });

  it('finds what differs only in the last words, and only in the first', () => {
    const hashes = createPackedHashes();
    const zero = Buffer.alloc(32);
    const [first, last] = [Buffer.alloc(32), Buffer.alloc(32)];
    first.writeUInt32LE(0x7fff_ffff, 0);
    last.writeUInt32LE(0xffff_fffe, 28);
    hashes.add(1, first);
    hashes.add(2, last);
    hashes.add(3, Buffer.alloc(32, 0xff));
    expect(hashes.near({ hash: zero, mirrored: Buffer.alloc(32, 0xf0) }, 31)).toEqual([1, 2]);
    expect(hashDistance(zero, Buffer.alloc(32, 0xff))).toBe(256);
  });

  it('takes a position once, however many readers bring it', () => {
    const hashes = createPackedHashes();
    for (const position of [1, 2, 1, 2, 3]) hashes.add(position, hashOf('same'));
    expect(hashes.near({ hash: hashOf('same'), mirrored: hashOf('other') }, 31)).toEqual([1, 2, 3]);
    hashes.skipTo(9);
    hashes.skipTo(4);
    expect(hashes.upTo).toBe(9);
  });
});

describe('hash store', () => {
  it('keeps an account until another epoch, and forgets those that were asked for longest ago', () => {
    const store = createHashStore(2);
    for (const account of ['a', 'b']) store.of(account, 0).add(1, hashOf(account));
    expect(store.of('a', 0).length).toBe(1);
    store.of('c', 0).add(1, hashOf('c'));
    store.of('c', 0);
    expect(['a', 'c', 'b'].map((account) => store.of(account, 0).length)).toEqual([1, 1, 0]);
    expect(store.of('c', 1).length).toBe(0);
  });
});
