import { describe, expect, it } from 'vitest';
import { floatField, intField, joinBytes, messageField, textField } from './protobuf-writer.ts';

describe('protobuf fields', () => {
  it('encodes the examples of the format description', () => {
    expect([...intField(1, 150)]).toEqual([0x08, 0x96, 0x01]);
    expect([...textField(2, 'testing')]).toEqual([0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67]);
    expect([...messageField(3, [intField(1, 150)])]).toEqual([0x1a, 0x03, 0x08, 0x96, 0x01]);
  });

  it('encodes a negative number as ten bytes', () => {
    expect([...intField(1, -1)]).toEqual([0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
  });

  it('encodes field numbers above 15 in two bytes and floats little-endian', () => {
    expect([...intField(20, 7)]).toEqual([0xa0, 0x01, 0x07]);
    expect([...floatField(2, 1)]).toEqual([0x15, 0, 0, 0x80, 0x3f]);
  });

  it('joins parts in order', () => {
    expect([...joinBytes([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])]).toEqual([1, 2, 3]);
  });
});
