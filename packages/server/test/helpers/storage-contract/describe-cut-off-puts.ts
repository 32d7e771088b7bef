import { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { ObjectMissing, type Storage } from '../../../src/storage/storage.ts';
import { chunksOf, inAnHour, keysOf, LARGE_BYTES, newKey } from './objects.ts';

/** A put is whole or nothing, and nothing is left behind. @param breakOff leaves what a put leaves whose process was killed */
export function describeCutOffPuts(at: () => Storage, breakOff: () => Promise<void>): void {
  it('OPS-04 keeps nothing of a stream that broke off, early or late, and throws what it threw', async () => {
    const before = await keysOf(at());
    async function* broken(sizeBytes: number) {
      yield* chunksOf(Buffer.alloc(sizeBytes));
      throw new AppError('file_too_large');
    }
    for (const sizeBytes of [0, 100_000, LARGE_BYTES]) {
      const key = newKey();
      await expect(at().put(key, Readable.from(broken(sizeBytes)))).rejects.toThrow(AppError);
      await expect(at().get(key)).rejects.toThrow(ObjectMissing);
    }
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });

  it('OPS-04 clears away what puts have left that were killed, once they are old', async () => {
    const before = await keysOf(at());
    await breakOff();
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(new Date(0))).toBe(0);
    expect(await at().removeBrokenOff(inAnHour())).toBe(1);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });

  it('OPS-01 says that it is ready, and leaves nothing behind', async () => {
    const before = await keysOf(at());
    await expect(at().ready()).resolves.toBeUndefined();
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });
}
