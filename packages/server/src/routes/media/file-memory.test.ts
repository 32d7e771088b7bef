import { expect, it } from 'vitest';
import { createFileMemory, keptFileBytes } from './file-memory.ts';

it('MED-08 keeps the small files that were served last, and no more bytes than it may', () => {
  const memory = createFileMemory(4_000);
  const bytes = (value: number) => new Uint8Array(1_000).fill(value);
  memory.keep('one', bytes(1));
  memory.keep('two', bytes(2));
  expect(memory.find('one')?.[0]).toBe(1);
  memory.keep('three', bytes(3));
  expect(memory.find('two')).toBeUndefined();
  expect([memory.find('one')?.[0], memory.find('three')?.[0]]).toEqual([1, 3]);
  memory.keep('one', bytes(1));
  expect(memory.find('three')?.[0]).toBe(3);
});

it('MED-08 keeps no large file, and no more of a buffer than the file', () => {
  const memory = createFileMemory();
  memory.keep('large', new Uint8Array(keptFileBytes + 1));
  expect(memory.find('large')).toBeUndefined();
  memory.keep('part', new Uint8Array(1_000_000).subarray(0, 10));
  expect(memory.find('part')?.buffer.byteLength).toBe(10);
});
