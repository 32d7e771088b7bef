import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ObjectMissing, type Storage } from '../../../src/storage/storage.ts';
import { chunksOf, LARGE_BYTES, newKey } from './objects.ts';

/** What was put is what is given back, whole and in parts. */
export function describeBytes(at: () => Storage): void {
  it('OPS-03 gives back the bytes that were put, from memory and from a stream, and their size', async () => {
    const bytes = randomBytes(300_000);
    const [one, two] = [newKey(), newKey()];
    expect(await at().put(one, bytes)).toEqual({ sizeBytes: 300_000 });
    expect(await at().put(two, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({ sizeBytes: 300_000 });
    expect(Buffer.from(await at().get(one)).equals(bytes)).toBe(true);
    expect(Buffer.from(await at().get(two)).equals(bytes)).toBe(true);
    expect(await at().size(one)).toBe(300_000);
  });

  it('OPS-03 keeps a file of any size whole: none, and more than is sent at once', async () => {
    const large = randomBytes(LARGE_BYTES);
    const [empty, one, other] = [newKey(), newKey(), newKey()];
    expect(await at().put(empty, Readable.from([]))).toEqual({ sizeBytes: 0 });
    expect((await at().get(empty)).length).toBe(0);
    expect((await (await at().open(empty)).body.toArray()).length).toBe(0);
    let signs = 0;
    const alive = () => {
      signs += 1;
    };
    // Small ones are no long work.
    await at().put(newKey(), randomBytes(300_000), { alive });
    expect(signs).toBe(0);
    expect(await at().put(one, Readable.from(chunksOf(large)), { alive })).toEqual({ sizeBytes: LARGE_BYTES });
    expect(signs).toBeGreaterThan(0);
    expect(await at().put(other, large)).toEqual({ sizeBytes: LARGE_BYTES });
    for (const key of [one, other]) expect(Buffer.from(await at().get(key)).equals(large)).toBe(true);
    const { sizeBytes, body } = await at().open(one);
    expect(sizeBytes).toBe(LARGE_BYTES);
    expect((await buffer(body)).equals(large)).toBe(true);
    const same = await at().withFile(one, async (path) => (await readFile(path)).equals(large));
    expect(same).toBe(true);
    await at().remove([one, other]);
  });

  it('OPS-03 gives an object as a stream, which may be left before its end; a missing one is known at once', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    await at().put(key, bytes);
    expect((await buffer((await at().open(key)).body)).equals(bytes)).toBe(true);
    for await (const chunk of (await at().open(key)).body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect(at().open(newKey())).rejects.toThrow(ObjectMissing);
    await expect(at().get(newKey())).rejects.toThrow(ObjectMissing);
    await expect(at().size(newKey())).rejects.toThrow(ObjectMissing);
  });

  it('OPS-03 gives a part of an object, as bytes and as a stream', async () => {
    const key = newKey();
    const bytes = randomBytes(10_000);
    await at().put(key, bytes);
    const range = { start: 17, end: 4_711 };
    const part = bytes.subarray(17, 4_712);
    expect(Buffer.from(await at().get(key, range)).equals(part)).toBe(true);
    const { sizeBytes, body } = await at().open(key, range);
    expect(sizeBytes).toBe(10_000);
    expect((await buffer(body)).equals(part)).toBe(true);
    await expect(at().get(newKey(), range)).rejects.toThrow(ObjectMissing);
  });

  it('API-04 lets another program read an object under a path, for as long as the work takes', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    await at().put(key, bytes);
    const same = await at().withFile(key, async (path) => (await readFile(path)).equals(bytes));
    expect(same).toBe(true);
    await expect(at().withFile(key, () => Promise.reject(new Error('the work failed')))).rejects.toThrow('the work failed');
    expect(Buffer.from(await at().get(key)).equals(bytes)).toBe(true);
    let wasAsked = false;
    const missing = at().withFile(newKey(), async () => {
      wasAsked = true;
    });
    await expect(missing).rejects.toThrow(ObjectMissing);
    expect(wasAsked).toBe(false);
  });
}
