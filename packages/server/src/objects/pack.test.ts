import { describe, expect, it } from 'vitest';
import { ObjectMissing } from '../storage/storage.ts';
import { makePack, readPack } from './pack.ts';

const storageOf = (object: Uint8Array | null) => ({
  async size() {
    if (object === null) throw new ObjectMissing('There is none');
    return object.length;
  },
  async get(_key: string, range?: { start: number; end: number }) {
    if (object === null || (range && range.end >= object.length)) throw new Error('416');
    return range ? object.subarray(range.start, range.end + 1) : object;
  },
});
const read = (object: Uint8Array | null) => readPack(storageOf(object), 'account/item/pack-1-a');

describe('a pack', () => {
  const files = new Map([
    ['original', Buffer.from('a picture')],
    ['small', Buffer.from('a copy')],
  ]);

  it('OPS-03 holds its files one after the other, and says by itself where each lies', async () => {
    const { bytes, parts } = makePack(files);
    expect(parts).toEqual({ original: [0, 9], small: [9, 6] });
    expect(bytes.subarray(0, 15).toString()).toBe('a picturea copy');
    expect(await read(bytes)).toEqual(parts);
    expect(await read(makePack(new Map()).bytes)).toEqual({});
  });

  it('OPS-03 SEC-02 is told from any other object, and a trailer that cannot be true is none', async () => {
    const { bytes } = makePack(files);
    const end = (length: number) => {
      const written = Buffer.from(bytes);
      written.writeUInt32BE(length, bytes.length - 12);
      return written;
    };
    const trailer = (text: string) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return Buffer.concat([Buffer.from('files'), Buffer.from(text), length, Buffer.from('CFPACK01')]);
    };
    const broken = [
      ...[Buffer.alloc(0), Buffer.from('CFPACK01'), Buffer.alloc(100), bytes.subarray(0, bytes.length - 1)],
      ...[end(0), end(5), end(bytes.length), end(0xffff_ffff)],
      ...['{', 'null', '{"parts":[]}', '{"parts":{"a":[0]}}', '{"parts":{"a":[-1,2]}}', '{"parts":{"a":[0,6]}}'].map(trailer),
    ];
    for (const [place, object] of broken.entries()) expect(await read(object), String(place)).toBeNull();
    expect(await read(trailer('{"parts":{"a":[0,5]}}'))).toEqual({ a: [0, 5] });
    await expect(read(null)).rejects.toThrow(ObjectMissing);
  });
});
